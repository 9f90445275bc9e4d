/* One bar that shows the shares of processors in each state at the current time. */
import { percent } from '../format.js';

export const meter = {
  word: 'meter', family: 'utilisation', title: 'Utilisation now', margins: [14, 20, 30, 20],
  axes: 'one bar: busy, overhead and idle now',
  height: () => 96,
  now(pen, c) {
    const { run, view, box, theme } = c, n = run.countsAt(view.timeOf(run));
    const numbers = view.counted([n.busy, n.overhead, n.idle]);
    let x = box.x;
    view.states().forEach(([state, word]) => {
      const share = numbers[state] / run.processors, wide = share * box.w;
      pen.state(x, box.y, wide, box.h, state);
      if (wide > 60) pen.text(x + wide / 2, box.y + box.h + 14, `${word} ${percent(share)}`, { align: 'center', size: 11, fill: theme.dim });
      x += wide;
    });
    pen.shape([box.x, box.y, box.x + box.w, box.y, box.x + box.w, box.y + box.h, box.x, box.y + box.h], null, theme.line);
  },
};
