/* The critical path drawn out, and the rest faint. */
import { KINDS } from '../data.js';
import { clockLine, pointerRow, rankAt, rowAxis, timeAt, timeAxis } from '../axis.js';
import { drawMessages, drawPath } from './spacetime.js';
import { leftOfRows } from '../names.js';

export const path = {
  word: 'path', family: 'others', title: 'Critical path', time: true,
  left: leftOfRows,
  axes: 'a line over time for each processor; the longest chain of dependent events is highlighted',
  height: run => Math.min(520, Math.max(150, 50 + run.processors * 15)),
  draw(pen, c) {
    const { run, view, box } = c;
    const from = Math.max(0, view.timeOf(run, view.from)), to = Math.min(run.length, view.timeOf(run, view.to));
    pen.inside(box.x, box.y, box.w, box.h, () => {
      drawMessages(pen, c, from, to, true);
      drawPath(pen, c);
    });
    rowAxis(pen, c);
    timeAxis(pen, c);
  },
  now(pen, c) {
    clockLine(pen, c);
    pointerRow(pen, c);
  },
  at(c, x, y) {
    const { run, view } = c, rank = rankAt(c, y), time = view.timeOf(run, timeAt(c, x)), p = run.path;
    for (let i = 0; i < p.length; i++)
      if (p.rank[i] === rank && p.start[i] <= time && time <= p.start[i] + p.duration[i])
        return { rank, text: `processor ${run.who(rank)} ${KINDS[p.kind[i]]}s${p.message[i] ? ` message ${p.message[i] - 1}` : ''}\n${view.momentText(p.start[i] * run.toPage)}` };
    return rank === null ? null : { rank, text: `processor ${run.who(rank)}` };
  },
  note(c) {
    if (!c) return '';
    const { stats } = c.run.told, text = time => c.view.timeText(Number(time) * c.run.toPage);
    return `The critical path has ${stats.pathEvents} events and takes ${text(stats.path)} of ${text(stats.makespan)}. ${c.kept.left}`.trim();
  },
};
