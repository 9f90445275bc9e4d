/* A matrix of processors and tasks: the darker a cell, the more time. */
import { percent } from '../format.js';
import { shade } from '../colours.js';
import { noTasks } from '../empty.js';
import { lastOfMany, stretchesOf, taskPlace } from '../taskcolour.js';
import { keep } from '../sums.js';
import { pointerRow, rankAt, rowAxis } from '../axis.js';
import { cut, leftOfRows } from '../names.js';

const MOST = 256; /* maximum number of columns; the last one combines all further tasks */
const CELLS = 4000000;

const mostOf = run => Math.max(1, Math.min(MOST, Math.floor(CELLS / run.processors)));
const columnsOf = run => Math.min(mostOf(run), run.taskNumbers.length);

const timesOf = c => keep(c, 'times', 'all', () => {
  const { run } = c, kinds = columnsOf(run), times = new Float64Array(run.processors * kinds);
  stretchesOf(c).forEach((list, rank) => {
    for (const { number, start, end } of list) times[rank * kinds + Math.min(kinds - 1, taskPlace(run, number))] += end - start;
  });
  return { times, most: times.reduce((a, b) => Math.max(a, b), 0) || 1 };
});

export const taskSurface = {
  word: 'task-surface', family: 'tasks', title: 'Tasks: surface', margins: [8, 14, 34, 48],
  left: leftOfRows,
  empty: noTasks('summary', 'the summary'),
  axes: 'a row for each processor, a column for each task; darker means more time',
  height: run => Math.min(420, Math.max(150, 50 + run.processors * 14)),
  draw(pen, c) {
    const { run, view, box, theme } = c, { times, most } = timesOf(c), kinds = columnsOf(run);
    const rows = view.rows(run).rank, high = box.h / rows.length, wide = box.w / Math.max(1, kinds);
    rows.forEach((rank, row) => {
      for (let i = 0; i < kinds; i++)
        pen.rect(box.x + i * wide, box.y + row * high, wide - Math.min(1, wide * 0.1), high - Math.min(1, high * 0.1), shade(theme, times[rank * kinds + i] / most));
    });
    run.taskNumbers.slice(0, kinds).forEach((number, i) => {
      pen.text(box.x + (i + 0.5) * wide, box.y + box.h + 11, cut(run.taskName(number), wide - 4),
        { align: 'center', size: 10, fill: theme.dim });
    });
    rowAxis(pen, c);
  },
  now: pointerRow,
  at(c, x, y) {
    const rank = rankAt(c, y), kinds = columnsOf(c.run), i = Math.floor((x - c.box.x) / c.box.w * kinds);
    if (rank === null || i < 0 || i >= kinds) return null;
    const more = i + 1 === kinds ? c.run.taskNumbers.length - kinds : 0;
    const name = c.run.taskName(c.run.taskNumbers[i]) + (more ? ` and ${more} more` : '');
    return { rank, text: `processor ${c.run.who(rank)}, ${name}\n${percent(timesOf(c).times[rank * kinds + i] / (c.run.length || 1))} of the run` };
  },
  note: c => (c ? lastOfMany(c.run, mostOf(c.run), 'last column') : ''),
};
