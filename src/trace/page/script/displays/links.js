/* The load of links: a row over time for each link, or the network with links coloured by their current load. */
import { shade } from '../colours.js';
import { keep } from '../sums.js';
import { noMessages } from '../empty.js';
import { messageName } from '../format.js';
import { fewLines, fewPoints } from '../crowd.js';
import { leftOf, nameDiscs, nameRows } from '../names.js';
import { notDrawn, placesOf, radiusOf } from '../places.js';
import { clockLine, timeAt, timeAxis, xOf } from '../axis.js';

const ROWS = 512;

/** Return the links that carry messages, ordered by their ends: [from, to, messages]. */
const linksOf = ({ run }) => keep({ kept: run.cache }, 'links', 'all', () => {
  const m = run.message, found = new Map();
  for (let n = 0; n < m.count; n++) {
    const way = run.wayOf(m.source[n], m.target[n], n);
    for (let i = 0; i + 1 < way.length; i++) {
      const key = way[i] * 2097152 + way[i + 1];
      const link = found.get(key) ?? { from: way[i], to: way[i + 1], list: [] };
      link.list.push(n);
      found.set(key, link);
    }
  }
  const links = [...found.values()].sort((a, b) => a.from - b.from || a.to - b.to);
  const row = new Map(links.map((link, i) => [link.from * 2097152 + link.to, i]));
  return { links, row, most: links.reduce((most, link) => Math.max(most, link.list.length), 1) };
});

const linkNamer = run => (link, level) => `${run.end(link.from, level)}\u2192${run.end(link.to, level)}`;

const isDrawing = c => c.view.option('links', 'as', 'over time') === 'network now';

function drawOverTime(pen, c) {
  const { run, view, box, theme, palette } = c, { links } = linksOf(c), x = xOf(c), m = run.message;
  const shown = Math.min(links.length, ROWS), high = box.h / Math.max(1, shown);
  pen.inside(box.x, box.y, box.w, box.h, () => {
    for (let i = 0; i < shown; i++) {
      const y = box.y + i * high;
      if (high > 3) pen.line(box.x, y + high, box.x + box.w, y + high, theme.faint, 0.5);
      for (const n of links[i].list) {
        const from = x(m.start[n]), to = x(m.arrive[n]);
        if (to < box.x || from > box.x + box.w) continue;
        const colour = palette.strong(run, n) ? palette.message(run, n) : theme.line;
        pen.rect(from, y + high * 0.12, Math.max(0.5, to - from - 0.5), Math.max(0.5, high * 0.76), colour);
      }
    }
  });
  nameRows(pen, c, links.slice(0, shown), linkNamer(run));
  timeAxis(pen, c);
}

function drawNetwork(pen, c) {
  const { run, theme } = c, places = c.kept.places = placesOf(run, { ...c.box, x: c.box.x - 30, w: c.box.w + 20 }, 'network', c.kept);
  const ends = [];
  for (const [a, b] of run.links()) ends.push(...places[a], ...places[b]);
  pen.lines(ends, theme.line, 1);
}

function drawLoadNow(pen, c) {
  const { run, view, theme } = c, { places } = c.kept, m = run.message, load = new Map();
  run.eachFlying(view.timeOf(run), n => {
    const way = run.wayOf(m.source[n], m.target[n], n);
    for (let i = 0; i + 1 < way.length; i++) {
      const key = way[i] * 2097152 + way[i + 1];
      load.set(key, (load.get(key) ?? 0) + 1);
    }
  });
  /** lines of each colour: of 1, 2, 3 messages, of more @type {number[][]} */
  const lines = [[], [], [], []];
  for (const [key, count] of load) {
    const from = Math.floor(key / 2097152), to = key % 2097152, [x1, y1] = places[from], [x2, y2] = places[to];
    const long = Math.hypot(x2 - x1, y2 - y1) || 1, dx = -(y2 - y1) / long * 2.5, dy = (x2 - x1) / long * 2.5;
    lines[Math.min(4, count) - 1].push(x1 + dx, y1 + dy, x2 + dx, y2 + dy);
  }
  lines.forEach((ends, i) => pen.lines(fewLines(ends), shade(theme, 0.45 + 0.55 * (i + 1) / 4), 3));
  const r = radiusOf(places, run.processors, 11);
  pen.circles(fewPoints(places.slice(0, run.processors).flat()), r, theme.paper, theme.ink, 1);
  const ranks = r > 8 ? Array.from({ length: run.processors }, (_, rank) => rank) : [], size = Math.min(10, r);
  for (const each of nameDiscs(c, ranks, rank => places[rank], r, size))
    pen.text(each.x, each.y, each.text, { align: 'center', size: each.size, fill: theme.ink });
}

export const links = {
  word: 'links', family: 'communication', title: 'Links', time: true,
  left: (run, width) => leftOf(run.ready ? linksOf({ run }).links.slice(0, ROWS) : [], linkNamer(run), width, 76),
  empty: noMessages,
  axes: 'a row over time for each link that carries messages; or the network',
  options: [{ name: 'as', title: 'view', values: ['over time', 'network now'] }],
  height: (run, view, width) => (view.option('links', 'as', 'over time') === 'network now'
    ? Math.min(480, Math.max(240, width * 0.7)) : Math.min(520, Math.max(150, 44 + run.processors * 22))),
  draw(pen, c) {
    if (isDrawing(c)) drawNetwork(pen, c);
    else drawOverTime(pen, c);
  },
  now(pen, c) {
    if (!isDrawing(c)) clockLine(pen, c);
    else if (c.kept.places) drawLoadNow(pen, c);
  },
  at(c, x, y) {
    if (isDrawing(c)) return null;
    const { run, box, view } = c, all = linksOf(c).links, shown = Math.min(all.length, ROWS);
    const link = all[Math.floor((y - box.y) / box.h * shown)], time = view.timeOf(run, timeAt(c, x));
    if (!link) return null;
    const n = link.list.find(i => run.message.start[i] <= time && time < run.message.arrive[i]);
    return { message: n, rank: link.from < run.processors ? link.from : null,
      text: `link ${run.end(link.from)} to ${run.end(link.to)}\n${link.list.length} messages in all`
        + (n === undefined ? '' : `, now ${messageName(run.message.id[n])}`) };
  },
  note(c) {
    if (!c) return '';
    if (isDrawing(c)) return notDrawn(c.run);
    const count = linksOf(c).links.length;
    const words = c.run.network && !c.run.route?.length ? 'The network is too large to compute routes: messages are counted from source to destination. ' : '';
    return words + (count > ROWS ? `The first ${ROWS} of ${count} links.` : '');
  },
};
