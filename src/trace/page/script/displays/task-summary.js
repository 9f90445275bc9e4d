/* The share of the run spent in each task; the bar extends from the task's first begin to its last end. */
import { percent } from '../format.js';
import { cut } from '../names.js';
import { noTasks } from '../empty.js';
import { taskColour } from '../taskcolour.js';
import { keep } from '../sums.js';
import { shareAxis } from '../axis.js';

const MOST = 64;

const rowsOf = c => keep(c, 'rows', 'all', () => {
  const { run } = c, found = new Map(run.taskNumbers.map(number => [number, { number, first: Infinity, last: 0, time: 0 }]));
  for (const task of run.task) {
    const row = found.get(task.number);
    row.first = Math.min(row.first, task.start);
    row.last = Math.max(row.last, task.end);
    row.time += task.end - task.start;
  }
  return [...found.values()].sort((a, b) => b.time - a.time).slice(0, MOST).sort((a, b) => a.number - b.number);
});

export const taskSummary = {
  word: 'task-summary', family: 'tasks', title: 'Tasks: summary', margins: [8, 14, 32, 48],
  axes: 'a column for each task: a bar from its first start to its last end',
  empty: noTasks('summary', 'the summary'),
  height: () => 210,
  draw(pen, c) {
    const { run, box, theme } = c, rows = rowsOf(c), wide = box.w / Math.max(1, rows.length);
    shareAxis(pen, c, 'share of the run');
    rows.forEach((row, i) => {
      const y = time => box.y + box.h * (1 - time / (run.length || 1));
      const w = Math.min(46, wide * 0.7), x = box.x + (i + 0.5) * wide - w / 2;
      pen.rect(x, y(row.last), w, Math.max(1, y(row.first) - y(row.last)), taskColour(c, row.number));
      pen.text(box.x + (i + 0.5) * wide, box.y + box.h + 12, cut(run.taskName(row.number), wide - 4),
        { align: 'center', size: 10, fill: theme.dim });
    });
    pen.line(box.x, box.y + box.h, box.x + box.w, box.y + box.h, theme.dim);
  },
  at(c, x) {
    const rows = rowsOf(c), row = rows[Math.floor((x - c.box.x) / c.box.w * rows.length)];
    if (!row) return null;
    const all = c.run.length * c.run.processors || 1;
    return { text: `${c.run.taskName(row.number)}\n${c.view.spanText(row.first * c.run.toPage, row.last * c.run.toPage)}, ${percent(row.time / all)} of all processors' time` };
  },
  note: c => (c && c.run.taskNumbers.length > MOST ? `The ${MOST} of ${c.run.taskNumbers.length} tasks with the most time.` : ''),
};
