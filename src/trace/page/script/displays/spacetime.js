/* A line for each processor, and a slanted line for each message, from its send to its receive. */
import { clean, bytes, messageName } from '../format.js';
import { brokenNow, brokenText, findingsOf, markRows } from '../known/broken.js';
import { stateOf } from '../colours.js';
import { denseImage, spansIn } from '../dense.js';
import { eachDrawn, eachSpan, keep } from '../sums.js';
import { partsOf } from '../pathparts.js';
import { clockLine, pointerRow, rankAt, rowAxis, timeAt, timeAxis, xOf, yOf } from '../axis.js';
import { leftOfRows } from '../names.js';
import { waitText } from '../known/waits.js';

const DENSE = 20000; /* limit on spans that are drawn one by one */
const MOST = 20000; /* limit on messages that are drawn one by one */

/** Return both ends of a message's line. */
function endsOf(c, n) {
  const { run } = c, m = run.message, x = c.kept.x, y = c.kept.y;
  return [x(m.start[n]), y(m.source[n]), x(m.arrive[n]), y(m.target[n])];
}

function drawRows(pen, c, from, to) {
  c.kept.fewer = '';
  if (spansIn(c.run, from, to) > DENSE) {
    const x = xOf(c);
    pen.faint(0.45, () => pen.image(x(from), c.box.y, x(to) - x(from), c.box.h, denseImage(c, from, to)));
    return;
  }
  const { run, view, theme, box } = c, x = xOf(c), y = yOf(c);
  const high = box.h / view.rows(run).rank.length, thick = Math.min(5, Math.max(0.8, high * 0.3));
  const every = Math.max(1, Math.ceil(0.5 / high));
  if (every > 1) c.kept.fewer = `One processor in ${every} has a line.`;
  for (const rank of view.rows(run).rank) {
    const at = y(rank);
    if (rank % every) continue;
    eachSpan(run, rank, from, to, (state, begin, end) => {
      if (state === 2) pen.rect(x(begin), at - 0.35, x(end) - x(begin), 0.7, theme.line);
      else if (state < 2)
        pen.rect(x(begin), at - thick / 2, Math.max(0.3, x(end) - x(begin)), thick, theme.states[stateOf(view, state)]);
    });
  }
}

/** Draw the lines of messages; c.kept.left says how many were left out. */
export function drawMessages(pen, c, from, to, faint = false) {
  const { run, theme, palette } = c, strong = new Map(), weak = [];
  c.kept.x = xOf(c);
  c.kept.y = yOf(c);
  const { total, left } = eachDrawn(run, palette, from, to, MOST, n => {
    const chosen = palette.strong(run, n);
    if (faint || !chosen) {
      weak.push(...endsOf(c, n));
      return;
    }
    const colour = palette.message(run, n), list = strong.get(colour) ?? [];
    list.push(...endsOf(c, n));
    strong.set(colour, list);
  });
  pen.lines(weak, theme.line, 0.7);
  const width = total > 3000 ? 0.7 : 1.3;
  for (const [colour, list] of strong) {
    pen.lines(list, colour, width);
    if (total <= 1500) heads(pen, list, colour);
  }
  c.kept.left = left;
}

/** Draw small arrow heads, except for lines that leave the window. */
function heads(pen, ends, colour) {
  for (let i = 0; i < ends.length; i += 4) {
    const dx = ends[i + 2] - ends[i], dy = ends[i + 3] - ends[i + 1], length = Math.hypot(dx, dy);
    if (length < 9) continue;
    const x = ends[i + 2], y = ends[i + 3], u = dx / length, v = dy / length;
    pen.shape([x, y, x - 6 * u + 2.4 * v, y - 6 * v - 2.4 * u, x - 6 * u - 2.4 * v, y - 6 * v + 2.4 * u], colour);
  }
}

/** Return the message whose line is near a point, or -1. */
export function messageNear(c, x, y) {
  const { run, view } = c, time = view.timeOf(run, timeAt(c, x));
  const reach = 8 / c.box.w * (view.to - view.from) / run.toPage;
  let best = -1, least = 6;
  c.kept.x = xOf(c);
  c.kept.y = yOf(c);
  let seen = 0;
  run.eachMessage(time - reach, time + reach, n => {
    if (seen++ > 20000) return;
    const [x1, y1, x2, y2] = endsOf(c, n), dx = x2 - x1, dy = y2 - y1;
    const f = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
    const away = Math.hypot(x - x1 - f * dx, y - y1 - f * dy);
    if (away < least) {
      least = away;
      best = n;
    }
  });
  return best;
}

/** Return text about a message, for the tooltip. */
export function messageText(c, n) {
  const { run, view } = c, m = run.message;
  const name = messageName(m.id[n]);
  const start = m.start[n] * run.toPage;
  const when = m.taken[n] === run.never ? `${view.momentText(start)}, never received` : view.spanText(start, m.taken[n] * run.toPage);
  return clean(`${name}: ${run.label(m.source[n])} to ${run.label(m.target[n])}, ${bytes(m.bytes[n])}`, 200)
    + `\n${when}${run.messageDetails(n)}`;
}

export const spacetime = {
  word: 'spacetime', family: 'communication', title: 'Space-time', time: true,
  left: leftOfRows,
  axes: 'a line over time for each processor, a slanted line for each message',
  options: [{ name: 'path', title: 'critical path', values: ['no path', 'critical path'] }],
  height: run => Math.min(560, Math.max(150, 50 + run.processors * 17)),
  draw(pen, c) {
    const { run, view, box } = c;
    const from = Math.max(0, view.timeOf(run, view.from)), to = Math.min(run.length, view.timeOf(run, view.to));
    const path = view.option('spacetime', 'path', 'no path') !== 'no path';
    pen.inside(box.x, box.y, box.w, box.h, () => {
      drawRows(pen, c, from, to);
      drawMessages(pen, c, from, to, path);
      if (path) drawPath(pen, c);
    });
    rowAxis(pen, c);
    timeAxis(pen, c);
  },
  now(pen, c) {
    const { run, box } = c, m = run.message, high = Math.min(18, box.h / c.view.rows(run).rank.length);
    const list = findingsOf(run), lines = brokenNow(c).flatMap(each => each.messages.flatMap(n => [xOf(c)(m.start[n]), yOf(c)(m.source[n]), xOf(c)(m.arrive[n]), yOf(c)(m.target[n])]));
    pen.inside(box.x, box.y, box.w, box.h, () => {
      pen.lines(lines, c.theme.bad, 2.4, [6, 4]);
      markRows(pen, c, list, xOf(c), yOf(c), high);
    });
    clockLine(pen, c);
    pointerRow(pen, c);
  },
  at(c, x, y) {
    const n = messageNear(c, x, y), rank = rankAt(c, y);
    if (n >= 0) return { rank, message: n, text: messageText(c, n) };
    return rank === null ? null : { rank, text: `processor ${c.run.who(rank)}, ${c.view.momentText(timeAt(c, x))}`
      + waitText(c, rank, c.view.timeOf(c.run, timeAt(c, x))) + brokenText(c, rank, c.view.timeOf(c.run, timeAt(c, x))) };
  },
  note: c => (c ? `${c.kept.fewer} ${c.kept.left}`.trim() : ''),
};

/** Draw the critical path: its work as bars and its messages as lines, with
 * gaps where nothing runs. @param {import('../axis.js').Context} c */
export function drawPath(pen, c) {
  const { run, theme } = c, x = xOf(c), y = yOf(c), lines = [], bars = [];
  let last = null;
  for (const part of pathOf(run)) {
    const at = y(part.rank);
    if (part.kind === 'message') lines.push(x(part.from), at, x(part.until), y(part.to));
    else bars.push(x(part.from), at, Math.max(x(part.until), x(part.from) + 1), at);
    if (last && last.kind === 'work' && part.kind === 'work' && last.rank !== part.rank)
      lines.push(x(last.until), y(last.rank), x(part.from), at);
    last = part;
  }
  pen.lines(lines, theme.clock, 2);
  pen.lines(bars, theme.clock, 4);
}

/** Return the parts of the critical path, computed once. @param {import('../data.js').Run} run */
export const pathOf = run => keep({ kept: run.cache }, 'path', 'all', () => partsOf(run));
