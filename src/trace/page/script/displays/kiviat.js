/* A spoke for each processor: its utilisation in a window before the current time; the outline is
 * the maximum so far. If there are more processors than pixels on the rim, neighbours share a spoke,
 * which shows their mean. */
import { keep, statesOver } from '../sums.js';
import { noBusy } from '../empty.js';
import { percent } from '../format.js';
import { nameSpokes } from '../names.js';

const BINS = 240;
const MOST = 2048; /* limit on spokes */

/** Return how many processors share a spoke. */
const groupOf = run => Math.ceil(run.processors / MOST);

/** Return for each spoke the utilisation in the windows that end at each of BINS times. */
const sharesOf = (c, part) => keep(c, 'shares', `${part} ${c.view.communicationBusy} ${c.view.rows(c.run).key}`, () => {
  const { run, view } = c, reach = Math.max(1, Math.round(BINS * part));
  const rows = view.rows(run).rank, group = groupOf(run);
  return Array.from({ length: Math.ceil(rows.length / group) }, (_, spoke) => {
    const ranks = rows.slice(spoke * group, (spoke + 1) * group);
    const sums = statesOver(run, ranks, 0, run.length || 1, BINS), own = new Float32Array(BINS + 1), high = new Float32Array(BINS + 1);
    let sum = 0;
    const busy = i => (sums[0][i] + (view.communicationBusy ? sums[1][i] : 0)) / ranks.length;
    for (let i = 0; i < BINS; i++) {
      sum += busy(i) - (i >= reach ? busy(i - reach) : 0);
      own[i + 1] = Math.min(1, sum / Math.min(reach, i + 1));
      high[i + 1] = Math.max(high[i], own[i + 1]);
    }
    return { own, high };
  });
});

const partOf = c => Number(c.view.option('kiviat', 'window', '10 %').replace(' %', '')) / 100;

function centre(c) {
  const { box } = c;
  return [box.x + box.w / 2, box.y + box.h / 2, Math.min(box.w, box.h) / 2];
}

export const kiviat = {
  word: 'kiviat', family: 'utilisation', title: 'Kiviat diagram', margins: [24, 24, 24, 24],
  axes: 'a spoke for each processor: its utilisation in the window before now; hub 0 %, rim 100 %; outline: maximum so far',
  options: [{ name: 'window', title: 'length of the window before now', values: ['10 %', '2 %', '25 %', '100 %'] }],
  empty: noBusy,
  height: (run, view, width) => Math.min(360, Math.max(240, width * 0.7)),
  draw(pen, c) {
    const [x, y, r] = centre(c), { theme, run, view } = c, rows = view.rows(run).rank;
    for (let i = 1; i <= 4; i++) pen.circle(x, y, r * i / 4, null, theme.line, i === 4 ? 1 : 0.5);
    const every = Math.max(1, Math.ceil(rows.length / 48));
    const shown = rows.filter((_, i) => i % every === 0);
    const spoke = rank => 2 * Math.PI * view.rows(run).row[rank] / rows.length - Math.PI / 2;
    for (const rank of shown) pen.line(x, y, x + r * Math.cos(spoke(rank)), y + r * Math.sin(spoke(rank)), theme.faint);
    nameSpokes(pen, c, shown, { x, y, r: r + 8 }, spoke);
  },
  now(pen, c) {
    const [x, y, r] = centre(c), { run, view, theme } = c, shares = sharesOf(c, partOf(c));
    const bin = Math.min(BINS, Math.round(view.timeOf(run) / (run.length || 1) * BINS));
    const points = key => shares.flatMap((spoke, i) => {
      const angle = 2 * Math.PI * i / shares.length - Math.PI / 2, far = r * spoke[key][bin];
      return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
    });
    pen.faint(0.25, () => pen.shape(points('high'), theme.states[0]));
    pen.shape(points('own'), null, theme.states[0], 2);
    pen.faint(0.7, () => pen.shape(points('own'), theme.states[0]));
  },
  at(c, px, py) {
    const [x, y, r] = centre(c), { run, view } = c;
    if (Math.hypot(px - x, py - y) > r + 16) return null;
    const turn = (Math.atan2(py - y, px - x) / (2 * Math.PI) + 1.25) % 1;
    const shares = sharesOf(c, partOf(c)), group = groupOf(run), spoke = Math.round(turn * shares.length) % shares.length;
    const ranks = view.rows(run).rank.slice(spoke * group, (spoke + 1) * group), name = run.label(ranks[0]);
    const bin = Math.min(BINS, Math.round(view.timeOf(run) / (run.length || 1) * BINS));
    const who = ranks.length > 1 ? `${ranks.length} processors from ${name} on` : `processor ${name}`;
    return { rank: ranks[0], text: `${who}\nbusy ${percent(shares[spoke].own[bin])} of the window` };
  },
  note: c => (c && groupOf(c.run) > 1 ? `${groupOf(c.run)} processors share a spoke, which shows their mean.` : ''),
};
