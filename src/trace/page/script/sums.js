/* How the time of processors divides into states, over columns of a picture. */
import { above } from './data.js';

/** @typedef {import('./data.js').Run} Run */

/**
 * Calls f(state, from, to) for every span of a processor in a window, in units
 * of the run, cut to it.
 * @param {Run} run
 */
export function eachSpan(run, rank, from, to, f) {
  const { start, state, offset } = run.span;
  const last = offset[rank + 1] - 1;
  let i = Math.max(offset[rank], above(start, from, offset[rank], last) - 1);
  for (; i < last && start[i] < to; i++) {
    const end = start[i + 1];
    if (end > from) f(state[i], Math.max(from, start[i]), Math.min(to, end));
  }
}

/**
 * For each of `columns` equal parts of a window: how many processors are in each
 * state on average. @param {Run} run @param {Iterable<number>} ranks
 * @returns {Float64Array[]} [3] of [columns]
 */
export function statesOver(run, ranks, from, to, columns) {
  const sums = [0, 1, 2].map(() => new Float64Array(columns));
  const width = (to - from) / columns;
  for (const rank of ranks)
    eachSpan(run, rank, from, to, (state, begin, end) => {
      if (state > 2) return;
      const sum = sums[state];
      let i = Math.min(columns - 1, Math.max(0, Math.floor((begin - from) / width)));
      if (end <= from + (i + 1) * width) {
        sum[i] += (end - begin) / width;
        return;
      }
      sum[i] += (from + (i + 1) * width - begin) / width;
      for (i++; i < columns && from + (i + 1) * width <= end; i++) sum[i]++;
      if (i < columns && end > from + i * width) sum[i] += (end - from - i * width) / width;
    });
  return sums;
}

/** All processors of a run. @param {Run} run */
export function* everyone(run) {
  for (let rank = 0; rank < run.processors; rank++) yield rank;
}

/** [busy, overhead, idle] of a processor in a window. @param {Run} run */
export function timesOf(run, rank, from, to) {
  const times = [0, 0, 0];
  eachSpan(run, rank, from, to, (state, begin, end) => {
    if (state < 3) times[state] += end - begin;
  });
  return times;
}

/**
 * A sum that changes by steps: [time, by] pairs become times and values, in
 * order. @param {Array<[number, number]>} changes
 */
export function stepsOf(changes) {
  changes.sort((a, b) => a[0] - b[0]);
  const times = [0], values = [0];
  let value = 0, most = 0;
  for (const [time, by] of changes) {
    value += by;
    if (times[times.length - 1] === time) values[values.length - 1] = value;
    else {
      times.push(time);
      values.push(value);
    }
  }
  for (const each of values) most = Math.max(most, each);
  return { times, values, most };
}

/**
 * The largest sum of a quantity that one place ever has, of the messages that are
 * there at one time: each from `since` to before `until`.
 * @param {Run} run @param {(n: number) => number} placeOf @param {(n: number) => number} quantity
 * @param {import('./data.js').Numbers} since @param {import('./data.js').Numbers} until
 */
export function mostAtOnce(run, placeOf, quantity, since, until) {
  const there = Array.from({ length: run.message.count }, (_, n) => n).filter(n => since[n] < until[n]);
  const sorted = times => Uint32Array.from(there).sort((a, b) => (times[a] < times[b] ? -1 : Number(times[a] > times[b])));
  const come = sorted(since), go = sorted(until), sums = new Map();
  const add = (n, by) => {
    const sum = (sums.get(placeOf(n)) ?? 0) + by;
    sums.set(placeOf(n), sum);
    return sum;
  };
  let most = 0, gone = 0;
  for (const n of come) {
    for (; until[go[gone]] <= since[n]; gone++) add(go[gone], -quantity(go[gone]));
    most = Math.max(most, add(n, quantity(n)));
  }
  return most;
}

/** What it is at a time. */
export function stepAt(steps, time) {
  const at = above(/** @type {any} */ (steps.times), time) - 1;
  return at < 0 ? 0 : steps.values[at];
}

/**
 * Calls f(message) for those of a window that are drawn: all, or of more than
 * `most` one of every so many and those that are chosen. Returns how many there are
 * and what is said of the others. @param {Run} run @param {any} palette
 */
export function eachDrawn(run, palette, from, to, most, f) {
  let total = 0, i = 0, drawn = 0;
  run.eachMessage(from, to, () => total++);
  const every = Math.max(1, Math.ceil(total / most));
  run.eachMessage(from, to, n => {
    if (i++ % every && !(palette.view.chosen && palette.strong(run, n))) return;
    drawn++;
    f(n);
  });
  const left = drawn < total ? `${drawn} of ${total} messages are drawn; zoom in for the others.` : '';
  return { total, left };
}

/** Keep what is made from a key until the key is another. */
export function keep(c, name, key, make) {
  const kept = c.kept[name];
  if (kept && kept.key === key) return kept.value;
  const value = make();
  c.kept[name] = { key, value };
  return value;
}
