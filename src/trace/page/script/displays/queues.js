/* The number of messages that wait to be taken at each processor; the outline is the maximum so far. */
import { noQueues } from '../empty.js';
import { bytes } from '../format.js';
import { keep } from '../sums.js';
import { columnAxis, numberAxis } from '../axis.js';

/** Return for each processor the changes of its queue and the maximum. */
const queuesOf = (c, what) => keep(c, 'queues', what, () => {
  const { run } = c, m = run.message;
  const changes = Array.from({ length: run.processors }, () => []);
  for (let n = 0; n < m.count; n++) {
    const by = what === 'bytes' ? m.bytes[n] : 1;
    if (m.taken[n] <= m.arrive[n]) continue;
    changes[m.target[n]].push([m.arrive[n], by]);
    if (m.taken[n] !== run.never) changes[m.target[n]].push([m.taken[n], -by]);
  }
  let most = 0;
  const queues = changes.map(list => {
    list.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const times = [], values = [], peaks = [];
    let value = 0, peak = 0;
    list.forEach(([time, by], i) => {
      value += by;
      if (i + 1 < list.length && list[i + 1][0] === time) return;
      peak = Math.max(peak, value);
      times.push(time);
      values.push(value);
      peaks.push(peak);
    });
    most = Math.max(most, peak);
    return { times, values, peaks, at: 0 };
  });
  return { queues, most };
});

function lookUp(queue, time) {
  while (queue.at < queue.times.length && queue.times[queue.at] <= time) queue.at++;
  while (queue.at > 0 && queue.times[queue.at - 1] > time) queue.at--;
  return queue.at ? [queue.values[queue.at - 1], queue.peaks[queue.at - 1]] : [0, 0];
}

const whatOf = c => c.view.option('queues', 'of', 'messages');

export const queues = {
  word: 'queues', family: 'communication', title: 'Message queues', margins: [8, 14, 32, 48],
  axes: 'a column for each processor: messages or bytes queued now; outline: the maximum so far',
  options: [{ name: 'of', title: 'quantity', values: ['messages', 'bytes'] }],
  empty: noQueues,
  height: () => 190,
  draw(pen, c) {
    numberAxis(pen, c, (queuesOf(c, whatOf(c)).most || 1) * 1.1, `${whatOf(c)} queued`);
    columnAxis(pen, c);
  },
  now(pen, c) {
    const { run, view, box, theme } = c, { queues: all, most } = queuesOf(c, whatOf(c));
    const time = view.timeOf(run), wide = box.w / run.processors, k = box.h / ((most || 1) * 1.1);
    const gap = wide > 4 ? Math.min(4, wide * 0.2) : 0, y = box.y + box.h;
    view.rows(run).rank.forEach((rank, i) => {
      const [value, peak] = lookUp(all[rank], time), x = box.x + i * wide + gap / 2, w = wide - gap;
      if (value) pen.rect(x, y - value * k, w, value * k, theme.messages[0]);
      if (peak) pen.shape([x, y, x, y - peak * k, x + w, y - peak * k, x + w, y], null, theme.dim, 1, false);
    });
  },
  at(c, x, y) {
    const { run, view, box } = c, i = Math.floor((x - box.x) / box.w * run.processors);
    if (i < 0 || i >= run.processors || y < box.y || y > box.y + box.h) return null;
    const rank = view.rows(run).rank[i], [value, peak] = lookUp(queuesOf(c, whatOf(c)).queues[rank], view.timeOf(run));
    const text = v => (whatOf(c) === 'bytes' ? bytes(v) : v);
    return { rank, text: `processor ${run.who(rank)}\n${text(value)} queued, at most ${text(peak)} so far` };
  },
};
