/* Messages between each pair of processors: those in flight, or all that were sent so far. */
import { above } from '../data.js';
import { brokenNow, crosses } from '../known/broken.js';
import { noMessages } from '../empty.js';
import { bytes } from '../format.js';
import { leftOfRows, nameColumns, nameRows, wide } from '../names.js';
import { mostAtOnce } from '../sums.js';
import { messageText } from './spacetime.js';
import { shade } from '../colours.js';
import { make } from '../element.js';

const CELLS = 1024; /* with more processors, several share a row or column */
const WORDS = ['messages', 'bytes', 'time'];
const TOLD = 4; /* limit on messages listed for the pointer */

const quantityOf = (run, what) => {
  const m = run.message;
  if (what === 'bytes') return n => m.bytes[n];
  if (what === 'time') return n => (m.arrive[n] - m.start[n]) * run.toPage;
  return () => 1;
};

/** Sums of all messages sent by a time. Going forward adds messages; going back starts again. */
class Sums {
  constructor(run, view, what, size) {
    this.run = run;
    this.size = size;
    this.cell = new Float64Array(size * size);
    this.next = 0;
    this.quantity = quantityOf(run, what);
    this.place = new Uint32Array(run.processors);
    const rows = view.rows(run).row, group = Math.ceil(run.processors / size);
    for (let rank = 0; rank < run.processors; rank++) this.place[rank] = Math.floor(rows[rank] / group);
  }

  of(n) {
    const m = this.run.message;
    return this.place[m.source[n]] * this.size + this.place[m.target[n]];
  }

  /** Advance to a time, and call changed(cell) for each cell that changes. */
  goTo(time, changed) {
    const end = above(this.run.message.start, time);
    if (end < this.next) {
      this.cell.fill(0);
      this.next = 0;
      changed(-1);
    }
    for (; this.next < end; this.next++) {
      const cell = this.of(this.next);
      this.cell[cell] += this.quantity(this.next);
      changed(cell);
    }
  }
}

const sizeOf = run => Math.ceil(run.processors / Math.ceil(run.processors / CELLS));
const whatOf = view => view.option('matrix', 'of', 'messages');
const nowOf = view => view.option('matrix', 'show', 'so far') === 'in flight';

/** Return the maximum of a cell for the colour scale: of the messages in flight at one time, or of all. */
function mostOf(c) {
  const { run, view } = c, size = sizeOf(run), now = sumsOf(c), m = run.message;
  const order = size < run.processors ? view.rows(run).key : 'any';
  if (nowOf(view))
    return mostAtOnce(run, { name: `flying ${whatOf(view)} ${order}`, places: size * size,
      placeOf: n => now.of(n), quantity: now.quantity, since: m.start, until: m.arrive }) || 1;
  if (c.kept.most === undefined) {
    const sums = new Sums(run, view, whatOf(view), size);
    sums.goTo(run.length, () => {});
    c.kept.most = sums.cell.reduce((a, b) => Math.max(a, b), 0);
  }
  return c.kept.most || 1;
}

/** Return the area of the largest square that fits. */
function boxOf(c) {
  const side = Math.min(c.box.w, c.box.h);
  return { ...c.box, w: side, h: side };
}

export const matrix = {
  word: 'matrix', family: 'communication', title: 'Communication matrix', margins: [34, 14, 12, 48],
  left: leftOfRows,
  empty: noMessages,
  axes: 'a row for each sender, a column for each receiver',
  options: [{ name: 'show', title: 'period', values: ['so far', 'in flight'] },
    { name: 'of', title: 'quantity', values: WORDS }],
  height: (run, view, width) => Math.min(440, Math.max(220, Math.min(width, 60 + run.processors * 22))),
  draw(pen, c) {
    const { run, view, theme } = c, box = c.kept.square = boxOf(c), size = sizeOf(run);
    const rows = view.rows(run).rank, group = Math.ceil(run.processors / size);
    const shown = Array.from({ length: size }, (_, i) => rows[i * group]);
    nameRows(pen, c, shown, (rank, level) => run.label(rank, level), box);
    nameColumns(pen, c, shown, box.y - 8, box);
    pen.text(Math.max(2, box.x - 46), box.y - 23, 'from rows to columns', { size: 10, fill: theme.dim });
    scaleBar(pen, c, box);
  },
  now(pen, c) {
    const { run, view, theme } = c, box = c.kept.square;
    if (!box) return;
    const time = view.timeOf(run), size = sizeOf(run), each = box.w / size;
    if (nowOf(view)) drawFlying(pen, c, box, size, time);
    else if (size > 40) drawImage(pen, c, box, size, time);
    else drawCells(pen, c, box, size, time);
    pen.shape([box.x, box.y, box.x + box.w, box.y, box.x + box.w, box.y + box.h, box.x, box.y + box.h], null, theme.line);
    markBroken(pen, c, box, size);
    const rank = view.pointer?.rank;
    if (rank !== null && rank !== undefined && rank < run.processors) {
      const at = Math.floor(view.rows(run).row[rank] / Math.ceil(run.processors / size)) * each;
      pen.rect(box.x - 4, box.y + at, 3, Math.max(2, each), theme.clock);
      pen.rect(box.x + at, box.y - 4, Math.max(2, each), 3, theme.clock);
    }
  },
  at(c, x, y) {
    const { run, view } = c, box = c.kept.square, size = sizeOf(run), group = Math.ceil(run.processors / size);
    const row = Math.floor((y - box.y) / box.h * size), column = Math.floor((x - box.x) / box.w * size);
    if (row < 0 || column < 0 || row >= size || column >= size) return null;
    const rows = view.rows(run).rank, from = rows[row * group], to = rows[column * group];
    const cell = row * size + column, sums = sumsOf(c), ends = `${run.label(from)} to ${run.label(to)}`;
    if (!nowOf(view)) return { rank: from, text: `${ends}\n${amount(sums.cell[cell], c)}` };
    const own = [], others = [];
    run.eachFlying(view.timeOf(run), n => {
      if (sums.of(n) === cell) (c.palette.strong(run, n) ? own : others).push(n);
    });
    const texts = own.slice(0, TOLD).map(n => messageText(c, n));
    if (own.length > TOLD) texts.push(`and ${own.length - TOLD} more`);
    if (others.length) texts.push(`and ${others.length} not selected`);
    return { rank: from, text: [ends, amount(own.reduce((sum, n) => sum + sums.quantity(n), 0), c), ...texts].join('\n') };
  },
  note: c => (c && c.run.processors > CELLS ? `${Math.ceil(c.run.processors / sizeOf(c.run))} processors share a row and a column.` : ''),
};

/** Mark findings in the current step: the cells of their messages and the rows of their processors. */
function markBroken(pen, c, box, size) {
  const { run, view, theme } = c, each = box.w / size, m = run.message, group = Math.ceil(run.processors / size);
  const placeOf = rank => Math.floor(view.rows(run).row[rank] / group) * each, side = Math.max(3, each);
  for (const { rank, messages } of brokenNow(c)) {
    for (const n of messages) {
      const x = box.x + placeOf(m.target[n]), y = box.y + placeOf(m.source[n]);
      pen.shape([x, y, x + side, y, x + side, y + side, x, y + side], null, theme.bad, 2);
      crosses(pen, theme, [x + side - 3, y + 3], Math.min(3, side * 0.2));
    }
    if (rank >= 0) pen.rect(box.x - 4, box.y + placeOf(rank), 3, side, theme.bad);
  }
}

function amount(value, c) {
  const what = whatOf(c.view);
  if (what === 'bytes') return bytes(value);
  if (what === 'time') return c.view.timeText(value);
  return `${value} message${value === 1 ? '' : 's'}`;
}

/** Draw the colour scale. */
function scaleBar(pen, c, box) {
  const most = mostOf(c), x = box.x + box.w + 16, high = Math.min(120, box.h);
  if (x + 20 + wide(amount(most, c)) > c.width) return;
  for (let i = 0; i < 20; i++)
    pen.rect(x, box.y + high * (1 - (i + 1) / 20), 12, high / 20 + 0.5, shade(c.theme, i / 19));
  pen.text(x + 16, box.y + 4, amount(most, c), { size: 10, fill: c.theme.dim });
  pen.text(x + 16, box.y + high - 4, '0', { size: 10, fill: c.theme.dim });
}

function sumsOf(c) {
  const { run, view } = c, key = `${whatOf(view)} ${view.rows(run).key}`;
  if (c.kept.key !== key) {
    c.kept.key = key;
    c.kept.sums = new Sums(run, view, whatOf(view), sizeOf(run));
    c.kept.pixels = null;
    c.kept.most = undefined;
  }
  return c.kept.sums;
}

function drawCells(pen, c, box, size, time) {
  const { theme } = c, sums = sumsOf(c), most = mostOf(c), each = box.w / size;
  sums.goTo(time, () => { c.kept.pixels = null; });
  for (let cell = 0; cell < size * size; cell++) {
    const value = sums.cell[cell], x = box.x + cell % size * each, y = box.y + Math.floor(cell / size) * each;
    pen.rect(x, y, each - 0.5, each - 0.5, shade(theme, value / most));
    if (value) countInCell(pen, c, [x, y], each, value, most);
  }
}

/** Write the number of messages in a cell, if there is room. */
function countInCell(pen, c, [x, y], each, value, most) {
  if (each > 17 && whatOf(c.view) === 'messages')
    pen.text(x + each / 2, y + each / 2, String(value), { align: 'center', size: 10,
      fill: value / most > 0.45 ? c.theme.paper : c.theme.ink });
}

/** Draw the cells as an image with a pixel each, and update only those that change. */
function drawImage(pen, c, box, size, time) {
  const sums = sumsOf(c), most = mostOf(c), { theme } = c;
  if (!c.kept.pixels || c.kept.pixelsTheme !== theme) {
    const canvas = make('canvas', { width: size, height: size }), context = canvas.getContext('2d');
    const data = context.createImageData(size, size);
    c.kept.pixels = { canvas, context, data, words: new Uint32Array(data.data.buffer) };
    c.kept.pixelsTheme = theme;
    c.kept.colours = Array.from({ length: 65 }, (_, i) => {
      const [r, g, b] = shade(theme, i / 64).match(/\d+/g).map(Number);
      return (255 << 24 | b << 16 | g << 8 | r) >>> 0;
    });
    sums.goTo(time, () => {});
    for (let cell = 0; cell < size * size; cell++) paint(c, sums, cell, most);
    context.putImageData(data, 0, 0);
  }
  const { canvas, context, data } = c.kept.pixels;
  let changed = false;
  sums.goTo(time, cell => {
    changed = true;
    if (cell < 0) for (let i = 0; i < size * size; i++) paint(c, sums, i, most);
    else paint(c, sums, cell, most);
  });
  if (changed) context.putImageData(data, 0, 0);
  pen.image(box.x, box.y, box.w, box.h, canvas);
}

function paint(c, sums, cell, most) {
  const share = sums.cell[cell] / most;
  c.kept.pixels.words[cell] = c.kept.colours[share > 0 ? Math.max(1, Math.ceil(Math.min(1, share) * 64)) : 0];
}

/** Draw the number of messages in flight in each cell; if messages are selected, only those. */
function drawFlying(pen, c, box, size, time) {
  const { run, theme, palette } = c, each = box.w / size, sums = sumsOf(c), most = mostOf(c);
  const all = new Map();
  run.eachFlying(time, n => {
    const cell = sums.of(n), sum = all.get(cell);
    if (palette.strong(run, n)) all.set(cell, (sum ?? 0) + sums.quantity(n));
    else if (sum === undefined) all.set(cell, undefined);
  });
  pen.rect(box.x, box.y, box.w, box.h, shade(theme, 0));
  for (const [cell, sum] of all) {
    const x = box.x + cell % size * each, y = box.y + Math.floor(cell / size) * each, side = Math.max(1, each - 0.5);
    pen.rect(x, y, side, side, sum === undefined ? theme.line : shade(theme, sum / most));
    if (sum) countInCell(pen, c, [x, y], each, sum, most);
  }
}
