/* A row for each processor, coloured by its state. */
import { brokenText, findingsOf, markRows } from '../known/broken.js';
import { stateOf } from '../colours.js';
import { denseImage, spansIn } from '../dense.js';
import { eachDrawn, eachSpan } from '../sums.js';
import { clockLine, pointerRow, rankAt, rowAxis, timeAt, timeAxis, xOf, yOf } from '../axis.js';
import { leftOfRows } from '../names.js';
import { waitText } from '../known/waits.js';

const DENSE = 20000; /* limit on rectangles, or on messages */

/** Draw each span. */
function drawSpans(pen, c, from, to) {
  const { run, view, box } = c, x = xOf(c), rows = view.rows(run).rank;
  const high = box.h / rows.length, gap = high > 4 ? Math.min(2, high * 0.15) : 0;
  rows.forEach((rank, row) => {
    const y = box.y + row * high + gap / 2;
    eachSpan(run, rank, from, to, (state, begin, end) => {
      if (state < 3) pen.state(x(begin), y, Math.max(0.4, x(end) - x(begin)), high - gap, stateOf(view, state));
    });
    run.eachWait(rank, from, to, (kind, begin, end) =>
      pen.rect(x(begin), y + (high - gap) * 0.3, Math.max(0.4, x(end) - x(begin)), (high - gap) * 0.4, c.theme.wait));
  });
}

/** Draw the spans summed: the colour of a pixel mixes those of the states. */
function drawDense(pen, c, from, to) {
  const x = xOf(c);
  pen.image(x(from), c.box.y, x(to) - x(from), c.box.h, denseImage(c, from, to));
}

/** Draw the messages that keep processors busy, sends above and receptions below. */
function drawMessages(pen, c, from, to) {
  const { run, view, box, palette, theme } = c, x = xOf(c), rows = view.rows(run);
  const high = box.h / rows.rank.length, m = run.message;
  const bar = (rank, begin, end, lane, n) => {
    const y = box.y + rows.row[rank] * high + high * (0.08 + 0.42 * lane);
    const colour = palette.strong(run, n) ? palette.message(run, n) : theme.faint;
    pen.rect(x(begin), y, Math.max(0.6, x(end) - x(begin) - 0.5), Math.max(0.5, high * 0.4), colour);
  };
  c.kept.left = eachDrawn(run, palette, from, to, DENSE, n => {
    bar(m.source[n], m.start[n], m.sent[n], 0, n);
    const i = m.receive[n];
    if (i < 0) return;
    const length = run.event.duration[i];
    bar(m.target[n], length ? run.event.start[i] : m.start[n],
      length ? run.event.start[i] + length : m.arrive[n], 1, n);
  }).left;
}

const byMessage = view => view.option('gantt', 'colour', 'state') === 'message';

export const gantt = {
  word: 'gantt', family: 'utilisation', title: 'Gantt chart', time: true,
  left: leftOfRows,
  axes: 'a row for each processor over time',
  options: [{ name: 'colour', title: 'coloured by', values: ['state', 'message'] }],
  height: run => Math.min(460, Math.max(130, 50 + run.processors * 14)),
  draw(pen, c) {
    const { run, view, box } = c;
    const from = Math.max(0, view.timeOf(run, view.from)), to = Math.min(run.length, view.timeOf(run, view.to));
    pen.inside(box.x, box.y, box.w, box.h, () => {
      c.kept.mixed = spansIn(run, from, to) > DENSE || run.processors > box.h;
      if (byMessage(view)) drawMessages(pen, c, from, to);
      else if (c.kept.mixed) drawDense(pen, c, from, to);
      else drawSpans(pen, c, from, to);
    });
    rowAxis(pen, c);
    timeAxis(pen, c);
  },
  now(pen, c) {
    const { run, box } = c;
    pen.inside(box.x, box.y, box.w, box.h, () =>
      markRows(pen, c, findingsOf(run), xOf(c), yOf(c), Math.min(18, box.h / c.view.rows(run).rank.length)));
    clockLine(pen, c);
    pointerRow(pen, c);
  },
  at(c, x, y) {
    const rank = rankAt(c, y), time = timeAt(c, x);
    if (rank === null) return null;
    const at = c.view.timeOf(c.run, time), task = c.run.taskAt(rank, at);
    const state = c.view.stateWord(c.run, rank, at);
    return { rank, text: `processor ${c.run.who(rank)}, ${c.view.momentText(time)}\n${state}`
      + (task ? `, ${c.run.taskName(task.number)}${task.line && ` at ${task.line}`}` : '') + waitText(c, rank, at) + brokenText(c, rank, at) };
  },
  note(c) {
    if (!c) return '';
    if (byMessage(c.view)) return c.kept.left;
    const rows = c.run.processors > c.box.h ? `${c.run.processors} processors share ${Math.floor(c.box.h)} rows; colours are mixed. ` : '';
    const waits = c.kept.mixed && c.run.wait.count ? 'Wait states are drawn only where fewer bars share the picture.' : '';
    return (rows + waits).trim();
  },
};
