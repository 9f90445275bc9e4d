/* Number of processors in each state, over time. */
import { stateOf } from '../colours.js';
import { everyone, keep, statesOver } from '../sums.js';
import { clockLine, numberAxis, timeAt, timeAxis } from '../axis.js';

/** Draw stacked columns, from below: busy, overhead, idle. */
function stack(pen, view, theme, box, sums, most) {
  const wide = box.w / sums[0].length;
  const base = new Float64Array(sums[0].length);
  for (let state = 0; state < 3; state++) {
    const upper = [], lower = [];
    for (let i = 0; i < base.length; i++) {
      const x = box.x + i * wide;
      lower.push(x, box.y + box.h * (1 - base[i] / most), x + wide, box.y + box.h * (1 - base[i] / most));
      base[i] += sums[state][i];
      upper.push(x, box.y + box.h * (1 - base[i] / most), x + wide, box.y + box.h * (1 - base[i] / most));
    }
    for (let i = lower.length - 2; i >= 0; i -= 2) upper.push(lower[i], lower[i + 1]);
    pen.shape(upper, theme.states[stateOf(view, state)]);
    if (theme.hatch) hatch(pen, stateOf(view, state), lower, upper);
  }
}

/** For print, draw the area again in boxes, one for each stretch in which the heights are equal. */
function hatch(pen, state, lower, upper) {
  for (let i = 0, from = 0; i < lower.length; i += 4) {
    const same = i + 4 < lower.length && lower[i + 1] === lower[i + 5] && upper[i + 1] === upper[i + 5];
    if (same) continue;
    const height = lower[i + 1] - upper[i + 1];
    if (height > 0) pen.state(lower[from], upper[i + 1], lower[i + 2] - lower[from], height, state);
    from = i + 4;
  }
}

/** Draw the whole run in a small area, from its levels. */
export function drawLevels(pen, run, view, theme, box) {
  const count = run.level.length / 3;
  const sums = [0, 1, 2].map(state => {
    const sum = new Float64Array(count);
    for (let i = 0; i < count; i++) sum[i] = run.level[3 * i + state] / 65535;
    return sum;
  });
  stack(pen, view, theme, box, sums, 1);
}

export const count = {
  word: 'count', family: 'utilisation', title: 'Processor count', time: true, early: true,
  axes: 'number of processors over time: busy at the bottom, then overhead, then idle',
  height: () => 190,
  draw(pen, c) {
    const { run, view, theme, box } = c;
    numberAxis(pen, c, run.processors, 'processors');
    const from = view.timeOf(run, view.from), to = view.timeOf(run, view.to);
    if (!run.ready || (from <= 0 && to >= run.length && run.events > 1 << 20)) {
      const w = box.w * Math.min(1, run.length / to);
      drawLevels(pen, run, view, theme, { ...box, w });
    } else {
      const sums = keep(c, 'sums', `${from} ${to} ${box.w}`,
        () => statesOver(run, everyone(run), from, to, Math.ceil(box.w)));
      stack(pen, view, theme, box, sums, run.processors);
    }
    timeAxis(pen, c);
  },
  now: clockLine,
  at(c, x) {
    const time = timeAt(c, x);
    return { text: `${c.view.momentText(time)}\n${c.view.countsText(c.run.countsAt(c.view.timeOf(c.run, time)))}` };
  },
};
