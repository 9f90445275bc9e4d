/* One processor over time: the partner, number, length and distance of each message. */
import { findingsOf, markRows } from '../known/broken.js';
import { noMessages } from '../empty.js';
import { short, ticks } from '../format.js';
import { keep } from '../sums.js';
import { clockLine, timeAxis, xOf } from '../axis.js';

const STRIPS = ['partner', 'message', 'bytes', 'distance'];

const MOST = 1024; /* limit on processors in the choice */

/** Return the numbers of the processors in their traces. */
function choicesOf(view) {
  const low = Math.min(...view.runs.map(run => run.first));
  const high = Math.max(...view.runs.map(run => run.first + run.processors));
  return Array.from({ length: Math.min(MOST, high - low) }, (_, i) => String(low + i));
}

const whichOf = c => Math.min(c.run.processors - 1,
  Math.max(0, (Number(c.view.option('node', 'which', '0')) || 0) - c.run.first));

const ownOf = c => keep(c, 'own', String(whichOf(c)), () => {
  const { run } = c, m = run.message, rank = whichOf(c), list = [];
  for (let n = 0; n < m.count; n++) if (m.source[n] === rank || m.target[n] === rank) list.push(n);
  return list;
});

function valuesOf(c, strip) {
  const m = c.run.message, rank = whichOf(c);
  if (strip === 'partner') return n => (m.source[n] === rank ? m.target[n] : m.source[n]);
  if (strip === 'message') return n => m.id[n];
  if (strip === 'bytes') return n => m.bytes[n];
  return n => m.hops[n];
}

export const node = {
  word: 'node', family: 'communication', title: 'One processor', time: true,
  axes: 'four strips over time: partner, message, bytes and distance of its sends (filled) and receives (hollow)',
  options: [{ name: 'which', title: 'processor', values: choicesOf }],
  empty: noMessages,
  height: () => 330,
  draw(pen, c) {
    const { run, box, theme, palette, view } = c, x = xOf(c), m = run.message, rank = whichOf(c);
    const high = box.h / STRIPS.length;
    const from = view.timeOf(run, view.from), to = view.timeOf(run, view.to);
    STRIPS.forEach((strip, i) => {
      const value = valuesOf(c, strip), top = box.y + i * high + 9, h = high - 18;
      if (i) pen.line(0, box.y + i * high, box.x + box.w, box.y + i * high, theme.line);
      let low = Infinity, most = -Infinity;
      for (const n of ownOf(c)) {
        low = Math.min(low, value(n));
        most = Math.max(most, value(n));
      }
      if (low > most) low = most = 0;
      if (low === most) {
        low -= 1;
        most += 1;
      }
      const y = v => top + h * (1 - (v - low) / (most - low));
      for (const tick of ticks(low, most, 3, true)) {
        pen.line(box.x, y(tick), box.x + box.w, y(tick), theme.faint);
        pen.text(box.x - 5, y(tick), short(tick), { align: 'right', size: 9, fill: theme.dim });
      }
      pen.text(9, top + h / 2, strip, { align: 'center', turn: -90, size: 10, fill: theme.dim });
      pen.inside(box.x, box.y, box.w, box.h, () => {
        for (const n of ownOf(c)) {
          if (m.arrive[n] < from || m.start[n] > to) continue;
          const colour = palette.strong(run, n) ? palette.message(run, n) : theme.line;
          const a = x(m.start[n]), b = Math.max(a + 3, x(m.arrive[n])), at = y(value(n));
          if (m.source[n] === rank) pen.rect(a, at - 2.5, b - a, 5, colour);
          else pen.shape([a, at - 2.5, b, at - 2.5, b, at + 2.5, a, at + 2.5], theme.paper, colour, 1.2);
        }
      });
    });
    timeAxis(pen, c);
  },
  now(pen, c) {
    const { box } = c, rank = whichOf(c), y = box.y + 5;
    pen.inside(box.x, box.y, box.w, box.h, () =>
      markRows(pen, c, findingsOf(c.run).filter(each => each.rank === rank), xOf(c), () => y, 12));
    clockLine(pen, c);
  },
  at: c => ({ rank: whichOf(c), text: '' }),
  note(c) {
    if (!c) return '';
    const more = c.run.processors > MOST ? ` The first ${MOST} of ${c.run.processors} processors can be chosen.` : '';
    return `Processor ${c.run.label(whichOf(c))}; filled: sent, hollow: received.${more}`;
  },
};
