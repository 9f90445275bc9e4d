/* The shares of the run that each processor spends in each state. */
import { NONE } from '../data.js';
import { percent } from '../format.js';
import { stateOf } from '../colours.js';
import { keep, timesOf } from '../sums.js';
import { columnAxis, shareAxis } from '../axis.js';

const sharesOf = c => keep(c, 'shares', 'all', () => {
  const { run } = c, found = [];
  for (let rank = 0; rank < run.processors; rank++) {
    const times = timesOf(run, rank, 0, run.length), all = times[0] + times[1] + times[2];
    found.push(all > 0 ? times.map(time => time / all) : [0, 0, 0]);
  }
  return found;
});

export const summary = {
  word: 'summary', family: 'utilisation', title: 'Summary', margins: [8, 14, 32, 48],
  axes: 'a column for each processor: the share of its time in each state',
  height: () => 200,
  draw(pen, c) {
    const { run, view, box, theme } = c, rows = view.rows(run).rank, wide = box.w / rows.length;
    shareAxis(pen, c, 'share of the run');
    const shares = sharesOf(c), gap = wide > 4 ? Math.min(4, wide * 0.2) : 0;
    rows.forEach((rank, i) => {
      let y = box.y + box.h;
      shares[rank].forEach((share, state) => {
        y -= share * box.h;
        pen.state(box.x + i * wide + gap / 2, y, wide - gap, share * box.h, stateOf(view, state));
      });
      if (run.stateAt(rank, run.length) === NONE && !shares[rank].some(s => s))
        pen.rect(box.x + i * wide, box.y, wide, box.h, theme.faint);
    });
    columnAxis(pen, c);
  },
  now(pen, c) {
    const rank = c.view.pointer?.rank;
    if (rank === null || rank === undefined || rank >= c.run.processors) return;
    const wide = c.box.w / c.run.processors, x = c.box.x + c.view.rows(c.run).row[rank] * wide;
    pen.rect(x, c.box.y + c.box.h, wide, 3, c.theme.clock);
  },
  at(c, x, y) {
    const { run, view, box } = c, i = Math.floor((x - box.x) / box.w * run.processors);
    if (i < 0 || i >= run.processors || y < box.y || y > box.y + box.h) return null;
    const rank = view.rows(run).rank[i], shares = view.counted(sharesOf(c)[rank]);
    return { rank, text: `processor ${run.who(rank)}\n${view.states().map(([state, word]) => `${percent(shares[state])} ${word}`).join(', ')}` };
  },
};
