/* The run as a curve: the share of busy processors against the traffic as a share of its maximum; a
 * dot marks the current time. */
import { everyone, keep, statesOver, stepAt } from '../sums.js';
import { noBusy, noMessages } from '../empty.js';
import { percent } from '../format.js';
import { trafficOf } from './traffic.js';

const POINTS = 300;

const curveOf = c => keep(c, 'curve', String(c.view.communicationBusy), () => {
  const { run, view } = c, sums = statesOver(run, everyone(run), 0, run.length || 1, POINTS);
  const traffic = trafficOf(c, 'messages'), most = traffic.most || 1;
  return Array.from({ length: POINTS }, (_, i) => {
    const busy = sums[0][i] + (view.communicationBusy ? sums[1][i] : 0);
    return [busy / run.processors, stepAt(traffic, (i + 0.5) / POINTS * run.length) / most];
  });
});

const placeOf = (c, [x, y]) => [c.box.x + x * c.box.w, c.box.y + c.box.h * (1 - y)];

export const portrait = {
  word: 'portrait', family: 'others', title: 'Phase portrait', margins: [10, 16, 34, 52],
  axes: 'horizontal: share of busy processors; vertical: traffic relative to its maximum; the dot marks the current time',
  empty: (run, view) => noMessages(run) ?? noBusy(run, view),
  height: (run, view, width) => Math.min(320, Math.max(220, width * 0.6)),
  draw(pen, c) {
    const { box, theme } = c;
    for (let i = 0; i <= 4; i++) {
      pen.line(box.x + box.w * i / 4, box.y, box.x + box.w * i / 4, box.y + box.h, theme.faint);
      pen.line(box.x, box.y + box.h * i / 4, box.x + box.w, box.y + box.h * i / 4, theme.faint);
      pen.text(box.x + box.w * i / 4, box.y + box.h + 11, `${25 * i} %`, { align: 'center', size: 10, fill: theme.dim });
      pen.text(box.x - 6, box.y + box.h * (1 - i / 4), `${25 * i} %`, { align: 'right', size: 10, fill: theme.dim });
    }
    pen.text(box.x + box.w, box.y + box.h + 26, 'processors busy', { align: 'right', size: 10, fill: theme.dim });
    pen.text(9, box.y + box.h / 2, 'traffic, share of its maximum', { align: 'center', size: 10, turn: -90, fill: theme.dim });
    pen.shape(curveOf(c).flatMap(point => placeOf(c, point)), null, theme.messages[0], 1.4, false);
  },
  now(pen, c) {
    const i = Math.min(POINTS - 1, Math.floor(c.view.timeOf(c.run) / (c.run.length || 1) * POINTS));
    pen.circle(...placeOf(c, curveOf(c)[i]), 6, c.theme.clock, c.theme.paper, 1.5);
  },
  at(c) {
    const i = Math.min(POINTS - 1, Math.floor(c.view.timeOf(c.run) / (c.run.length || 1) * POINTS));
    const [busy, traffic] = curveOf(c)[i];
    return { text: `now ${percent(busy)} busy, ${percent(traffic)} of the maximum traffic` };
  },
};
