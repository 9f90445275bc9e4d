/* Number of processors in each task, over time. */
import { noTasks } from '../empty.js';
import { lastOfMany, stretchesOf, taskColour, taskPlace } from '../taskcolour.js';
import { clockLine, numberAxis, timeAt, timeAxis } from '../axis.js';

const MOST = 24; /* maximum number of areas; the last one combines all further tasks */

export const taskCount = {
  word: 'task-count', family: 'tasks', title: 'Tasks: processor count', time: true,
  axes: 'number of processors in each task over time',
  empty: noTasks('count', 'the processor count'),
  height: () => 190,
  draw(pen, c) {
    const { run, view, box } = c, columns = Math.ceil(box.w), wide = box.w / columns;
    numberAxis(pen, c, run.processors, 'processors');
    const kinds = Math.min(MOST, run.taskNumbers.length);
    const from = view.timeOf(run, view.from), to = view.timeOf(run, view.to), each = (to - from) / columns;
    const sums = Array.from({ length: kinds }, () => new Float32Array(columns));
    for (const list of stretchesOf(c))
      for (const { number, start, end } of list) {
        const sum = sums[Math.min(kinds - 1, taskPlace(run, number))];
        const first = Math.max(0, Math.floor((start - from) / each)), last = Math.min(columns - 1, Math.floor((end - from) / each));
        for (let i = first; i <= last; i++)
          sum[i] += Math.max(0, (Math.min(end, from + (i + 1) * each) - Math.max(start, from + i * each)) / each);
      }
    const base = new Float64Array(columns);
    sums.forEach((sum, kind) => {
      const upper = [], lower = [];
      for (let i = 0; i < columns; i++) {
        const x = box.x + i * wide, y = () => box.y + box.h * (1 - base[i] / run.processors);
        lower.push(x, y(), x + wide, y());
        base[i] += sum[i];
        upper.push(x, y(), x + wide, y());
      }
      for (let i = lower.length - 2; i >= 0; i -= 2) upper.push(lower[i], lower[i + 1]);
      pen.shape(upper, taskColour(c, run.taskNumbers[kind]));
    });
    timeAxis(pen, c);
  },
  now: clockLine,
  at(c, x) {
    const time = c.view.timeOf(c.run, timeAt(c, x)), counts = new Map();
    for (let rank = 0; rank < c.run.processors; rank++) {
      const task = c.run.taskAt(rank, time);
      if (task) counts.set(task.number, (counts.get(task.number) ?? 0) + 1);
    }
    const words = [...counts].slice(0, 8).map(([number, count]) => `${c.run.taskName(number)}: ${count}`);
    return { text: [c.view.momentText(timeAt(c, x)), ...words].join('\n') };
  },
  note: c => (c ? lastOfMany(c.run, MOST, 'uppermost area') : ''),
};
