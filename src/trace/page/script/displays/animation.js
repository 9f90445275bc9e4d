/* Draws the processors as discs at their positions in the network, and the messages on the links. */
import { inkOn, stateOf } from '../colours.js';
import { brokenNow, brokenText, crosses } from '../known/broken.js';
import { fewLines, fewPoints } from '../crowd.js';
import { holdingsOf, namesBlocks, pie, ring } from '../known/holdings.js';
import { lackingOf, lackingText } from '../known/lacking.js';
import { nameDiscs } from '../names.js';
import { drawDots } from '../pen.js';
import { waitText } from '../known/waits.js';
import { notDrawn, placesOf, radiusOf } from '../places.js';
import { heldText } from './knowledge.js';
import { messageText } from './spacetime.js';
import { forestOf } from './tree.js';

/**
 * Return a point on the route of a message, outside of the discs at its ends; a message to its own
 * sender circles the disc.
 */
function along(places, way, share, radius) {
  if (way.length === 1) {
    const [x, y] = places[way[0]], turn = 2 * Math.PI * share;
    return [x + radius * Math.sin(turn), y - radius * Math.cos(turn)];
  }
  const at = share * (way.length - 1), i = Math.min(way.length - 2, Math.floor(at));
  const a = places[way[i]], b = places[way[i + 1]], long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const edge = Math.min(0.4, radius / long), f = edge + (at - i) * (1 - 2 * edge);
  return [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f];
}

export const animation = {
  word: 'animation', family: 'communication', title: 'Animation', margins: [26, 26, 26, 26],
  axes: 'processors at their places in the network, coloured by state; messages move along the links',
  races: true, moves: true,
  options: [{ name: 'layout', title: 'layout', values: ['network', 'circle'] }],
  height: (run, view, width) => Math.min(480, Math.max(260, width * 0.72)),
  draw(pen, c) {
    const { run, view, theme } = c;
    const layout = view.option('animation', 'layout', 'network');
    c.kept.places = placesOf(run, c.box, layout, c.kept);
    const ends = [];
    for (const [a, b] of run.links()) ends.push(...c.kept.places[a], ...c.kept.places[b]);
    pen.lines(ends, theme.line, run.processors > 200 ? 0.5 : 1);
    const r = c.kept.radius = radiusOf(c.kept.places, run.processors, 17);
    const ranks = r < 9 ? [] : Array.from({ length: run.processors }, (_, rank) => rank);
    c.kept.names = nameDiscs(c, ranks, rank => c.kept.places[rank], r, Math.min(11, r * 0.85));
    for (let v = run.processors; v < c.kept.places.length; v++) {
      const [x, y] = c.kept.places[v];
      pen.rect(x - r * 0.45, y - r * 0.45, r * 0.9, r * 0.9, theme.dim);
    }
  },
  now(pen, c) {
    const { run, view, theme, palette } = c, places = c.kept.places, m = run.message;
    if (!places) return;
    const time = view.timeOf(run), r = c.kept.radius, dots = new Map(), ways = new Map(), thin = run.processors > 256;
    run.eachFlying(time, n => {
      const strong = palette.strong(run, n), colour = strong ? palette.message(run, n) : theme.line;
      const way = run.wayOf(m.source[n], m.target[n], n);
      const span = m.arrive[n] - m.start[n], share = span > 0 ? (time - m.start[n]) / span : 1;
      const shape = strong ? palette.shape(run, n) : 0, key = `${shape} ${colour}`;
      const lines = ways.get(colour) ?? [], own = dots.get(key)?.own ?? [];
      for (let i = 0; i + 1 < way.length; i++) lines.push(...places[way[i]], ...places[way[i + 1]]);
      own.push(...along(places, way, Math.min(1, Math.max(0, share)), r * 1.3));
      ways.set(colour, lines);
      dots.set(key, { colour, shape, own });
    });
    const kept = keptOf(c), small = r < 5, faint = ways.get(theme.line);
    if (faint) pen.lines(fewLines(faint), theme.line, thin ? 0.7 : 1.2);
    ways.delete(theme.line);
    if (kept.column !== undefined) pen.lines(fewLines(treeLines(c, kept.id, time)), kept.colour, thin ? 1.5 : 5);
    markLinks(pen, c);
    for (const [colour, lines] of ways) pen.lines(fewLines(lines), colour, thin ? 0.7 : 2.4);
    const broken = brokenNow(c);
    pen.lines(broken.flatMap(each => each.links.flatMap(([a, b]) => [...places[a], ...places[b]])), theme.bad, 2.8, [7, 4]);
    const discs = theme.states.map(() => []);
    for (let rank = 0; rank < run.processors; rank++)
      discs[stateOf(view, run.stateAt(rank, time))].push(...places[rank]);
    discs.forEach((list, state) => {
      if (list.length) pen.circles(fewPoints(list), r, theme.states[state], r > 3 ? theme.ink : null, r > 5 ? 1 : 0.4);
    });
    drawHeld(pen, c, kept, time, r);
    if (!small) drawLacking(pen, c, r);
    for (let rank = 0; rank < run.processors && !small; rank++) if (run.hasFinished(rank, time)) flag(pen, theme, ...places[rank], r);
    ringBroken(pen, c, broken, r);
    markRings(pen, c, r);
    const marked = view.pointer?.rank;
    if (marked !== null && marked !== undefined && marked < run.processors)
      pen.circle(...places[marked], r + 1.5, null, theme.clock, 3);
    const below = kept.held && kept.column === undefined && !small ? 4 : 0; /* the ring */
    for (const each of c.kept.names)
      pen.text(each.x, each.inside ? each.y : each.y + below, each.text, { align: 'center', size: each.size,
        fill: !each.inside ? theme.ink : kept.shares?.[each.rank] > 0 ? theme.paper : inkOn(theme, stateOf(view, run.stateAt(each.rank, time))),
        halo: each.inside && kept.shares?.[each.rank] > 0 ? kept.colour : undefined });
    for (const { colour, shape, own } of dots.values())
      drawDots(pen, fewPoints(own), Math.max(1.2, r * (colour === theme.line ? 0.2 : 0.34)), shape, colour, thin ? null : theme.paper, 1);
  },
  hold(c, x, y) {
    const at = nearest(c, x, y);
    return at < 0 ? undefined : at;
  },
  /** Move a processor to where the user drags it. */
  move(c, rank, x, y) {
    (c.kept.moved ??= new Map()).set(rank, [(x - c.box.x) / c.box.w, (y - c.box.y) / c.box.h]);
  },
  at(c, x, y) {
    const rank = nearest(c, x, y);
    if (rank < 0) return null;
    const { run, view } = c, time = view.timeOf(run), texts = [];
    run.eachFlying(time, n => {
      if (texts.length < 4 && (run.message.source[n] === rank || run.message.target[n] === rank)) texts.push(messageText(c, n));
    });
    return { rank, text: [`processor ${run.who(rank)}: ${view.stateWord(run, rank, time)}${waitText(c, rank, time)}${heldText(c, rank, time)}${lackingText(run, rank)}${brokenText(c, rank, time)}`, ...texts].join('\n') };
  },
  pick(view, rank, run) {
    view.choose('source', rank + run.first);
  },
  note: c => (c ? `${notDrawn(c.run)} ${keptNote(c)}${lackingOf(c.run).size ? ' Hollow dots: messages that a processor lacks at the end.' : ''}`.trim() : ''),
};

/** Return which holdings are shown: those of the selected message, else all. */
function keptOf(c) {
  const { run, view, palette, theme } = c, held = namesBlocks(run) ? holdingsOf(run) : null;
  const id = view.chosen?.by === 'message' ? view.chosen.value : null, column = held?.place.get(id ?? NaN);
  return { held, id, column, shares: /** @type {number[]|null} */ (null),
    colour: view.colour === 'message' && id !== null ? palette.of(id) : theme.messages[0] };
}

function keptNote(c) {
  const { held, column } = keptOf(c);
  if (!held || c.kept.radius < 5) return '';
  const what = column !== undefined ? `Filled: ${held.combined ? 'contributions to the selected block' : 'the processor has the selected message'}`
    : `A ring shows how much of all ${held.combined ? 'contributions' : 'messages'} a processor has`;
  return `${what}; a flag: it has finished.`;
}

/** Return the lines along which the selected message has spread so far. */
function treeLines(c, id, time) {
  const { run } = c, { places } = c.kept, m = run.message, lines = [];
  for (const { by, since } of forestOf(c, id).nodes) {
    const way = by >= 0 && since <= time ? run.wayOf(m.source[by], m.target[by], by) : [];
    for (let i = 0; i + 1 < way.length; i++) lines.push(...places[way[i]], ...places[way[i + 1]]);
  }
  return lines;
}

/**
 * Fill processors with the colour of the selected message, as far as they have it; if none is
 * selected, draw a ring with the share of all data that each has.
 */
function drawHeld(pen, c, kept, time, r) {
  const { run, theme } = c, { held, column } = kept, { places } = c.kept;
  if (!held || (r < 5 && column === undefined)) return;
  if (column !== undefined) kept.shares = [];
  for (let rank = 0; rank < run.processors; rank++) {
    const [x, y] = places[rank];
    if (column === undefined) {
      ring(pen, x, y, r + 3, held.shareOf(rank, time), theme.strong, 2.5);
      continue;
    }
    const [have, want] = held.count(rank, column, time);
    kept.shares[rank] = want ? have / want : 1;
    pie(pen, x, y, r, kept.shares[rank], kept.colour);
    if (kept.shares[rank] > 0 && r > 5) pen.circle(x, y, r, null, theme.ink, 1);
  }
}

/** Draw a hollow dot below a processor for each message that it lacks at the end, as far as there is room. */
function drawLacking(pen, c, r) {
  const { run, view, theme, palette } = c, most = 7, step = 9 / (r + 6);
  for (const [rank, ids] of lackingOf(run)) {
    const [x, y] = c.kept.places[rank], shown = ids.slice(0, most);
    shown.forEach((id, i) => {
      const angle = (i - (shown.length - 1) / 2) * step, by = r + 6;
      pen.circle(x - by * Math.sin(angle), y + by * Math.cos(angle), 3, theme.paper, view.colour === 'message' && id >= 0 ? palette.of(id) : theme.dim, 1.5);
    });
  }
}

/** Draw a small flag: the processor has finished. */
function flag(pen, theme, x, y, r) {
  const left = x - r * 0.75, foot = y - r * 0.6, top = foot - Math.max(9, r * 0.8), wide = Math.max(6, r * 0.5);
  pen.line(left, foot, left, top, theme.ink, 1.5);
  pen.shape([left, top, left - wide, top + wide * 0.45, left, top + wide * 0.9], theme.ink);
}

/** Mark the links that the caption of the story points at, below the discs. */
function markLinks(pen, { run, view, theme, kept: { places } }) {
  const at = number => places[number - run.first];
  for (const ends of view.marked.link) if (ends.every(at)) pen.line(...at(ends[0]), ...at(ends[1]), theme.clock, 6);
}

/** Mark the processors that the caption of the story points at. */
function markRings(pen, { run, view, theme, kept: { places } }, r) {
  const at = number => places[number - run.first];
  for (const each of view.marked.ring) if (at(each)) pen.circle(...at(each), r + 5, null, theme.clock, 3);
}

/** Mark the processors with findings in this step by a ring and a cross. */
function ringBroken(pen, c, broken, r) {
  const { theme } = c, places = c.kept.places, size = Math.max(3, r * 0.32);
  for (const { rank } of broken.filter(each => each.rank >= 0)) {
    const [x, y] = places[rank];
    pen.circle(x, y, r + 7, null, theme.bad, 3);
    crosses(pen, theme, [x + (r + 7) * 0.71, y - (r + 7) * 0.71], size);
  }
}

function nearest(c, x, y) {
  const places = c.kept.places, reach = Math.max(8, (c.kept.radius ?? 0) + 2);
  let best = -1, least = reach;
  for (let rank = 0; places && rank < c.run.processors; rank++) {
    const away = Math.hypot(places[rank][0] - x, places[rank][1] - y);
    if (away < least) {
      least = away;
      best = rank;
    }
  }
  return best;
}
