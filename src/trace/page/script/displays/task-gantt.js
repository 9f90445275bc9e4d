/* A row for each processor, coloured by its task. */
import { noTasks } from '../empty.js';
import { openTasks, stretchesOf, taskColour } from '../taskcolour.js';
import { clockLine, pointerRow, rankAt, rowAxis, timeAt, timeAxis, xOf } from '../axis.js';
import { leftOfRows, wide } from '../names.js';
import { waitText } from '../known/waits.js';

export const taskGantt = {
  word: 'task-gantt', family: 'tasks', title: 'Tasks: Gantt chart', time: true,
  left: leftOfRows,
  empty: noTasks('gantt', 'the Gantt chart'),
  axes: 'a row for each processor over time, coloured by its innermost task',
  height: run => Math.min(460, Math.max(130, 50 + run.processors * 14)),
  draw(pen, c) {
    const { run, view, box } = c, x = xOf(c), rows = view.rows(run), high = box.h / rows.rank.length;
    const gap = high > 4 ? Math.min(2, high * 0.15) : 0;
    pen.inside(box.x, box.y, box.w, box.h, () => {
      stretchesOf(c).forEach((list, rank) => {
        let drawn = -Infinity; /* x of the last half pixel drawn; stretches that end there are skipped */
        for (const each of list) {
          const a = x(each.start), b = x(each.end);
          if (b < box.x || a > box.x + box.w || b < drawn + 0.5) continue;
          drawn = b;
          pen.rect(a, box.y + rows.row[rank] * high + gap / 2, Math.max(0.5, b - a), Math.max(0.4, high - gap), taskColour(c, each.number));
          if (each.open) pen.line(b - 1.5, box.y + rows.row[rank] * high, b - 1.5, box.y + (rows.row[rank] + 1) * high, c.theme.ink, 3, [2, 2]);
          const name = high >= 11 && b - a > 24 ? run.taskName(each.number) : '';
          if (name && b - a > wide(name) + 6)
            pen.text((Math.max(a, box.x) + Math.min(b, box.x + box.w)) / 2, box.y + (rows.row[rank] + 0.5) * high, name, { align: 'center', size: 10, fill: c.theme.paper });
        }
      });
    });
    rowAxis(pen, c);
    timeAxis(pen, c);
  },
  now(pen, c) {
    clockLine(pen, c);
    pointerRow(pen, c);
  },
  at(c, x, y) {
    const rank = rankAt(c, y), time = timeAt(c, x);
    if (rank === null) return null;
    const at = c.view.timeOf(c.run, time), task = c.run.taskAt(rank, at);
    return { rank, text: `processor ${c.run.who(rank)}, ${c.view.momentText(time)}\n`
      + (task ? c.run.taskName(task.number) + (task.line && ` at ${task.line}`) + (task.open ? ', open at the end' : '') : 'no task') + waitText(c, rank, at) };
  },
  note: c => openTasks(c),
};
