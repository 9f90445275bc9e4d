/* How long each processor has been busy (up) or idle (down) without interruption. */
import { NONE } from '../data.js';
import { noBusy } from '../empty.js';
import { compact } from '../format.js';
import { keep } from '../sums.js';
import { columnAxis } from '../axis.js';
import { stateOf } from '../colours.js';

/** Return [up, down] in units of the run. Overhead counts as neither, unless it counts as busy. */
function streakOf(c, rank, time) {
  const { run, view } = c, { start, state, offset } = run.span;
  let at = run.spanAt(rank, time);
  if (at < offset[rank] || state[at] === NONE) return [0, 0];
  const kind = stateOf(view, state[at]);
  if (kind === 1) return [0, 0];
  while (at > offset[rank] && stateOf(view, state[at - 1]) === kind) at--;
  const length = time - start[at];
  return kind === 0 ? [length, 0] : [0, length];
}

const mostOf = c => keep(c, 'most', String(c.view.communicationBusy), () => {
  const { run } = c, { start, state } = run.span;
  let most = 0, begin = 0, last = NONE;
  for (let i = 0; i < state.length; i++) {
    const kind = stateOf(c.view, state[i]);
    if (i && (kind === 0 || kind === 2) && kind === last) continue;
    if (i && (last === 0 || last === 2)) most = Math.max(most, start[i] - begin);
    begin = start[i];
    last = kind;
  }
  return most || 1;
});

export const streak = {
  word: 'streak', family: 'utilisation', title: 'Streaks', margins: [8, 14, 32, 52],
  axes: 'a column for each processor: for how long it has been busy (up) or idle (down) without a break',
  height: () => 200,
  draw(pen, c) {
    const { box, theme, view, run } = c, middle = box.y + box.h / 2, most = mostOf(c) * run.toPage;
    const unit = view.unitOf(most);
    for (const share of [-1, -0.5, 0.5, 1]) {
      pen.line(box.x, middle - share * box.h / 2, box.x + box.w, middle - share * box.h / 2, theme.faint);
      pen.text(box.x - 6, middle - share * box.h / 2, compact(Math.abs(share * most * unit.factor)), { align: 'right', size: 10, fill: theme.dim });
    }
    pen.text(9, box.y + box.h * 0.25, 'busy', { align: 'center', turn: -90, size: 10, fill: theme.dim });
    pen.text(9, box.y + box.h * 0.75, 'idle', { align: 'center', turn: -90, size: 10, fill: theme.dim });
    columnAxis(pen, c, `processor; ${unit.word} without a break`);
  },
  now(pen, c) {
    const { run, view, box, theme } = c, time = view.timeOf(run), middle = box.y + box.h / 2;
    const wide = box.w / run.processors, gap = wide > 4 ? Math.min(4, wide * 0.2) : 0, k = box.h / 2 / mostOf(c);
    view.rows(run).rank.forEach((rank, i) => {
      const [up, down] = streakOf(c, rank, time), x = box.x + i * wide + gap / 2;
      if (up) pen.state(x, middle - up * k, wide - gap, up * k, 0);
      if (down) pen.state(x, middle, wide - gap, down * k, 2);
    });
    pen.line(box.x, middle, box.x + box.w, middle, theme.dim);
  },
  note: c => (c ? noBusy(c.run, c.view)?.text ?? '' : ''),
};
