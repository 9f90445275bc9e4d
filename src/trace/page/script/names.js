/* Names of processors in pictures: as long as there is room, neither cut at an edge nor over another
 * name. Run.label() has the shorter forms. */
import { clean } from './format.js';
import { FONT } from './pen.js';
import { make } from './element.js';

/** @typedef {import('./axis.js').Context} Context */
/** @typedef {import('./data.js').Run} Run */

const LEVELS = [0, 1, 2];
const GAP = 6; /* gap on both sides of a name beside its row */

/** @type {CanvasRenderingContext2D|undefined} */
let ruler;

/** Return the width of a text in pixels. @param {string} text */
export function wide(text, size = 10) {
  ruler ??= make('canvas').getContext('2d');
  ruler.font = `${size}px ${FONT}`;
  return ruler.measureText(text).width;
}

/** Cut a text to the available width; '' if hardly anything would remain. */
export function cut(text, room, size = 10) {
  if (wide(text, size) <= room) return text;
  let most = Math.min(text.length - 1, Math.floor(room / (0.3 * size)));
  while (most > 3 && wide(clean(text, most), size) > room) most--;
  return most > 3 ? clean(text, most) : '';
}

const widest = (texts, size = 10) => texts.reduce((most, text) => Math.max(most, wide(text, size)), 0);

/** Return a function that names items: by the longest names for which all have
 * room, else by the shortest. @param {any[]} items @param {(item: any, level:
 * number) => string} nameOf */
export function fitting(items, nameOf, room, size = 10) {
  const level = LEVELS.find(each => widest(items.map(item => nameOf(item, each)), size) <= room) ?? 2;
  return item => nameOf(item, level);
}

/** Return the width for the names of rows at the left of a picture, limited to
 * a part of the picture.
 * @param {any[]} items @param {(item: any, level: number) => string} nameOf */
export function leftOf(items, nameOf, width, least = 48) {
  const most = Math.max(least, width * 0.3) - 2 * GAP, name = fitting(items, nameOf, most);
  return Math.max(least, Math.ceil(widest(items.map(name))) + 2 * GAP);
}

const labelOf = run => (rank, level) => run.label(rank, level);

/** Do the same for rows of processors. @param {Run} run */
export function leftOfRows(run, width) {
  const ranks = Array.from({ length: run.processors }, (_, rank) => rank);
  return leftOf(ranks, labelOf(run), width);
}

/** Draw the names of rows at their left, as many as there is room for.
 * @param {any} pen @param {Context} c @param {any[]} items */
export function nameRows(pen, c, items, nameOf, box = c.box) {
  const high = box.h / items.length, every = Math.max(1, Math.ceil(11 / high));
  const shown = items.map((item, row) => ({ item, row })).filter(({ row }) => row % every === 0);
  const name = fitting(shown, ({ item }, level) => nameOf(item, level), box.x - 2 * GAP);
  for (const each of shown)
    pen.text(box.x - GAP, box.y + (each.row + 0.5) * high, name(each),
      { align: 'right', fill: c.theme.dim, size: Math.min(10, Math.max(8, high)) });
}

/**
 * Draw the names of processors above or below columns: those that fit, or some of the shortest.
 * @param {any} pen @param {Context} c @param {number[]} ranks
 */
export function nameColumns(pen, c, ranks, y, box = c.box) {
  const each = box.w / ranks.length, name = fitting(ranks, labelOf(c.run), each - 4);
  const most = widest(ranks.map(name)), every = Math.max(1, Math.ceil((most + 8) / each));
  for (let i = 0; i < ranks.length; i += every) {
    const x = box.x + (i + 0.5) * each, half = wide(name(ranks[i])) / 2;
    if (x - half < 0 || x + half > c.width) continue;
    pen.text(x, y, name(ranks[i]), { align: 'center', fill: c.theme.dim, size: 10 });
  }
}

/** Areas taken by names, none of which overlap. */
class Places {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** @type {number[][]} */
    this.taken = [];
  }

  /** Take an area if it is free and inside the picture. */
  take(x, y, w, h) {
    if (x < 0 || y < 0 || x + w > this.width || y + h > this.height) return false;
    if (this.taken.some(([x2, y2, w2, h2]) => x < x2 + w2 && x2 < x + w && y < y2 + h2 && y2 < y + h)) return false;
    this.taken.push([x, y, w, h]);
    return true;
  }
}

/**
 * Return a name such as "5 = 0101" as two lines in a disc, or null if one touches the rim or the
 * letters are too small.
 */
function twoLines(rank, x, y, text, radius, least) {
  const lines = text.split(' = '), size = Math.min(10.5, radius * 0.62), room = 2 * Math.sqrt(radius ** 2 - (0.9 * size) ** 2);
  if (lines.length !== 2 || size < least || lines.some(line => wide(line, size) > room)) return null;
  return lines.map((line, i) => ({ rank, x, y: y + (i - 0.5) * (size + 1) + 0.5, text: line, inside: true, size }));
}

/** Return the names of discs, inside or else below them: [{rank, x, y, text,
 * inside, size}]. The longest form of the names in which all of them fit is used;
 * if even the shortest do not all fit, those without room are left out.
 * @param {Context} c @param {number[]} ranks @param {(rank: number) => number[]} placeOf */
export function nameDiscs(c, ranks, placeOf, radius, size) {
  const { run } = c;
  for (const level of LEVELS) {
    const places = new Places(c.width, c.height), list = [];
    let named = 0;
    places.taken = ranks.map(rank => placeOf(rank)).map(([x, y]) => [x - radius, y - radius, 2 * radius, 2 * radius]);
    for (const rank of ranks) {
      const [x, y] = placeOf(rank), text = run.label(rank, level), w = wide(text, size) + 2;
      const lines = w <= 2 * radius ? [{ rank, x, y: y + 0.5, text, inside: true, size }] : twoLines(rank, x, y, text, radius, c.least);
      if (lines) {
        list.push(...lines);
        named++;
        continue;
      }
      const left = Math.max(0, Math.min(c.width - w, x - w / 2));
      if (places.take(left, y + radius + 1, w, size + 1)) {
        list.push({ rank, x: left + w / 2, y: y + radius + 1 + size / 2, text, inside: false, size });
        named++;
      }
    }
    if (named === ranks.length || level === 2) return list;
  }
  return [];
}

/** Draw names around a circle, each beside its position on it.
 * @param {any} pen @param {Context} c @param {number[]} ranks
 * @param {{x: number, y: number, r: number}} circle @param {(rank: number) => number} angleOf */
export function nameSpokes(pen, c, ranks, { x, y, r }, angleOf) {
  for (const level of LEVELS) {
    const places = new Places(c.width, c.height), list = [];
    for (const rank of ranks) {
      const text = c.run.label(rank, level), dx = Math.cos(angleOf(rank)), w = wide(text);
      const middle = x + r * dx + w / 2 * (Math.abs(dx) < 0.2 ? 0 : Math.sign(dx)), at = y + r * Math.sin(angleOf(rank));
      if (places.take(middle - w / 2, at - 6, w, 12)) list.push([middle, at, text]);
    }
    if (list.length < ranks.length && level < 2) continue;
    for (const [middle, at, text] of list) pen.text(middle, at, text, { align: 'center', size: 10, fill: c.theme.dim });
    return;
  }
}
