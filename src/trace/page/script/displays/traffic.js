/* Messages or bytes in flight, over time. */
import { noMessages } from '../empty.js';
import { bytes } from '../format.js';
import { keep, stepAt, stepsOf } from '../sums.js';
import { clockLine, numberAxis, timeAt, timeAxis, xOf } from '../axis.js';

/** Return the quantity in flight as a step function; `rank` null: of all processors. */
export function trafficOf(c, what, rank = null) {
  return keep(c, 'traffic', `${what} ${rank}`, () => {
    const m = c.run.message;
    /** @type {[number, number][]} */
    const changes = [];
    for (let n = 0; n < m.count; n++) {
      if (rank !== null && m.source[n] !== rank && m.target[n] !== rank) continue;
      const by = what === 'bytes' ? m.bytes[n] : 1;
      changes.push([m.start[n], by], [m.arrive[n], -by]);
    }
    return stepsOf(changes);
  });
}

/** Draw a stepped curve, filled below; of several steps in one pixel, the highest. */
export function drawSteps(pen, c, steps, most, colour) {
  const { run, view, box } = c, x = xOf(c), points = [];
  const from = view.timeOf(run, view.from), to = view.timeOf(run, view.to);
  const y = value => box.y + box.h * (1 - value / most);
  let at = Math.max(0, steps.times.findIndex(t => t > from) - 1), last = steps.values[at] ?? 0;
  points.push(box.x, y(0), box.x, y(last));
  let column = -1, high = 0;
  for (at++; at < steps.times.length && steps.times[at] <= to; at++) {
    const place = x(steps.times[at]), pixel = Math.floor(place);
    if (pixel === column && steps.values[at] <= high) {
      last = steps.values[at];
      continue;
    }
    points.push(place, y(last), place, y(steps.values[at]));
    last = steps.values[at];
    high = pixel === column ? Math.max(high, last) : last;
    column = pixel;
  }
  const end = Math.min(box.x + box.w, x(run.length));
  points.push(end, y(last), end, y(0));
  pen.faint(0.25, () => pen.shape(points, colour));
  pen.shape(points.slice(2, -2), null, colour, 1.4, false);
}

const whichOf = c => {
  const { chosen } = c.view, rank = chosen?.by === 'source' ? chosen.value - c.run.first : -1;
  return rank >= 0 && rank < c.run.processors ? rank : null;
};

export const traffic = {
  word: 'traffic', family: 'communication', title: 'Traffic', time: true,
  axes: 'messages or bytes in flight over time',
  options: [{ name: 'of', title: 'quantity', values: ['messages', 'bytes'] }],
  empty: noMessages,
  height: () => 180,
  draw(pen, c) {
    const what = c.view.option('traffic', 'of', 'messages');
    const most = Math.max(1, ...c.view.runs.filter(run => run.ready).map(run => trafficOf({ ...c, run, kept: run.keptTraffic ??= {} }, what).most));
    numberAxis(pen, c, most * 1.05, `${what} in flight`);
    const steps = trafficOf(c, what, whichOf(c));
    pen.inside(c.box.x, c.box.y, c.box.w, c.box.h, () => drawSteps(pen, c, steps, most * 1.05, c.theme.messages[0]));
    timeAxis(pen, c);
  },
  now: clockLine,
  at(c, x) {
    const what = c.view.option('traffic', 'of', 'messages'), time = timeAt(c, x);
    const value = stepAt(trafficOf(c, what, whichOf(c)), c.view.timeOf(c.run, time));
    return { text: `${c.view.momentText(time)}\n${what === 'bytes' ? bytes(value) : `${value} messages`} in flight` };
  },
  note: c => (c && whichOf(c) !== null ? `Only messages of processor ${c.run.label(whichOf(c))}.` : ''),
};
