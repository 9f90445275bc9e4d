/* The share of time in which exactly k processors are in a state. */
import { STATES } from '../data.js';
import { noBusy, noOverhead } from '../empty.js';
import { percent, ticks } from '../format.js';
import { eachSpan, everyone, keep, stepsOf } from '../sums.js';
import { shareAxis } from '../axis.js';

const stateOf = c => c.view.option('profile', 'state', 'busy');

const sharesOf = c => keep(c, 'shares', `${stateOf(c)} ${c.view.communicationBusy}`, () => {
  const { run, view } = c, wanted = STATES.indexOf(stateOf(c)), changes = [];
  const counts = state => (view.communicationBusy && state === 1 ? 0 : state) === wanted;
  for (const rank of everyone(run))
    eachSpan(run, rank, 0, run.length, (state, from, to) => {
      if (counts(state)) changes.push([from, 1], [to, -1]);
    });
  const steps = stepsOf(changes), shares = new Float64Array(run.processors + 1);
  steps.times.forEach((time, i) => {
    const end = steps.times[i + 1] ?? run.length;
    if (run.length) shares[steps.values[i]] += (end - time) / run.length;
  });
  return shares;
});

export const profile = {
  word: 'profile', family: 'utilisation', title: 'Concurrency profile', margins: [8, 14, 32, 48],
  axes: 'share of the time in which a given number of processors is in a state',
  options: [{ name: 'state', title: 'state', values: STATES, text: (view, word) => view.stateName(word) }],
  empty: (run, view) => ({ busy: noBusy, overhead: noOverhead }[view.option('profile', 'state', 'busy')]?.(run, view) ?? null),
  height: () => 190,
  draw(pen, c) {
    const { run, box, theme } = c, shares = sharesOf(c), most = shares.reduce((a, b) => Math.max(a, b), 0) || 1;
    shareAxis(pen, c, 'share of the time');
    const wide = box.w / shares.length, state = STATES.indexOf(stateOf(c));
    shares.forEach((share, k) => {
      if (share) pen.state(box.x + k * wide + (wide > 4 ? 1 : 0), box.y + box.h * (1 - share), Math.max(0.6, wide - (wide > 4 ? 2 : 0)), box.h * share, state);
    });
    for (const k of ticks(0, run.processors, box.w / 50, true))
      pen.text(box.x + (k + 0.5) * wide, box.y + box.h + 11, String(k), { align: 'center', size: 10, fill: theme.dim });
    pen.line(box.x, box.y + box.h, box.x + box.w, box.y + box.h, theme.dim);
    pen.text(box.x + box.w, box.y + box.h + 24, `processors ${c.view.stateName(stateOf(c))} at the same time`, { align: 'right', size: 10, fill: theme.dim });
    c.kept.largest = most;
  },
  at(c, x) {
    const shares = sharesOf(c), k = Math.floor((x - c.box.x) / c.box.w * shares.length);
    return k >= 0 && k < shares.length ? { text: `${k} processors ${c.view.stateName(stateOf(c))}: ${percent(shares[k])} of the time` } : null;
  },
};
