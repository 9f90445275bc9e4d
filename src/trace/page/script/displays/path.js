/* The critical path in colour, with everything else faint. */
import { clockLine, pointerRow, rankAt, rowAxis, timeAt, timeAxis } from '../axis.js';
import { drawMessages, drawPath, pathOf } from './spacetime.js';
import { partText } from '../pathparts.js';
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
    const { run, view } = c, rank = rankAt(c, y), time = view.timeOf(run, timeAt(c, x));
    const part = pathOf(run).find(each => each.kind === 'work' && each.rank === rank && each.from <= time && time <= each.until);
    if (part)
      return { rank, text: `processor ${run.who(rank)} ${partText(run, part)}\n${view.spanText(part.from * run.toPage, part.until * run.toPage)}` };
    return rank === null ? null : { rank, text: `processor ${run.who(rank)}` };
  },
  note(c) {
    if (!c) return '';
    const { stats } = c.run.told, text = time => c.view.timeText(Number(time) * c.run.toPage);
    return `The critical path has ${stats.pathEvents} events and takes ${text(stats.path)} of ${text(stats.makespan)}. ${c.kept.left}`.trim();
  },
};
