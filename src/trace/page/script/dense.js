/* Pictures of many processors in many states with few pixels: the colour of a pixel mixes those of
 * the states by their durations. */
import { stateOf } from './colours.js';
import { make } from './element.js';
import { statesOver } from './sums.js';

/** Return the components of a colour "#rrggbb". */
function rgb(colour) {
  return [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16));
}

/** Set the pixels of one row of the picture, a word for each. */
function paintRow(words, at, sums, colours) {
  const count = sums[0].length, [a, b, d] = colours;
  for (let i = 0; i < count; i++) {
    const x = sums[0][i], y = sums[1][i], z = sums[2][i], all = x + y + z;
    if (!(all > 0)) continue;
    const mix = k => (a[k] * x + b[k] * y + d[k] * z) / all;
    const opaque = Math.min(255, Math.round(255 * Math.min(1, all)));
    words[at + i] = (opaque << 24 | mix(2) << 16 | mix(1) << 8 | mix(0)) >>> 0;
  }
}

/** Draw the rows in a window of time on a separate canvas, which is kept until
 * something changes. @param {import('./axis.js').Context} c */
export function denseImage(c, from, to) {
  const { run, view, box, theme } = c, rows = view.rows(run);
  const lines = Math.min(rows.rank.length, Math.max(1, Math.floor(box.h)));
  const key = `${from} ${to} ${box.w} ${lines} ${rows.key} ${theme.paper} ${view.communicationBusy}`;
  if (c.kept.dense?.key === key) return c.kept.dense.canvas;
  const columns = Math.max(1, Math.floor(box.w));
  const canvas = make('canvas', { width: columns, height: lines }), context = canvas.getContext('2d');
  const data = context.createImageData(columns, lines), words = new Uint32Array(data.data.buffer);
  const colours = [0, 1, 2].map(state => rgb(theme.states[stateOf(view, state)]));
  for (let line = 0; line < lines; line++) {
    const first = Math.floor(line * rows.rank.length / lines);
    const last = Math.max(first + 1, Math.floor((line + 1) * rows.rank.length / lines));
    const sums = statesOver(run, rows.rank.slice(first, last), from, to, columns);
    for (const sum of sums) for (let i = 0; i < columns; i++) sum[i] /= last - first;
    paintRow(words, line * columns, sums, colours);
  }
  context.putImageData(data, 0, 0);
  c.kept.dense = { key, canvas };
  return canvas;
}

/** Estimate the number of spans in a window. @param {import('./data.js').Run} run */
export function spansIn(run, from, to) {
  return run.span.state.length * (to - from) / (run.length || 1);
}
