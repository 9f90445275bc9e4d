/* Sums of the time that processors spend in each state, over columns of a picture. */
import { above } from './data.js';

/** @typedef {import('./data.js').Run} Run */

/**
 * Call f(state, from, to) for every span of a processor in a window, in units
 * of the run, cut at the edges of the window.
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
 * Return for each of `columns` equal parts of a window how many processors are
 * in each state on average. @param {Run} run @param {Iterable<number>} ranks
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

/** Iterate over the processors of a run. @param {Run} run */
export function* everyone(run) {
  for (let rank = 0; rank < run.processors; rank++) yield rank;
}

/** Return the times [busy, overhead, idle] of a processor in a window. @param {Run} run */
export function timesOf(run, rank, from, to) {
  const times = [0, 0, 0];
  eachSpan(run, rank, from, to, (state, begin, end) => {
    if (state < 3) times[state] += end - begin;
  });
  return times;
}

/**
 * Convert changes of a sum, as pairs [time, by], to times and values, in order.
 * @param {Array<[number, number]>} changes / */
export function stepsOf(changes) {
  const count = changes.length, all = new Float64Array(count), each = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    each[i] = i;
    all[i] = changes[i][0];
  }
  const times = [0], values = [0];
  let value = 0, most = 0;
  for (const i of inOrder(each, all)) {
    const time = all[i];
    value += changes[i][1];
    if (times[times.length - 1] === time) values[values.length - 1] = value;
    else {
      times.push(time);
      values.push(value);
    }
  }
  for (const sum of values) most = Math.max(most, sum);
  return { times, values, most };
}

/** Of `count` messages, list those that are present for some time, and those of them that leave before `end`. */
function passing(count, since, until, end) {
  const there = new Uint32Array(count), going = new Uint32Array(count);
  let all = 0, gone = 0;
  for (let n = 0; n < count; n++) {
    if (since[n] >= until[n]) continue;
    there[all++] = n;
    if (until[n] < end) going[gone++] = n;
  }
  return [there.subarray(0, all), going.subarray(0, gone)];
}

/**
 * Sort messages or changes by their times; equal times keep their order. This
 * is a radix sort with digits of 16 bits, since sorting millions by comparison
 * takes seconds. The digits are those in memory, which also order nonnegative
 * numbers of type Float64.
 * @param {Uint32Array} list @param {Uint32Array|Float64Array} times
 */
function inOrder(list, times) {
  if (isInOrder(list, times)) return list;
  const digits = new Uint16Array(times.buffer, times.byteOffset, times.byteLength / 2);
  const width = times.BYTES_PER_ELEMENT / 2, count = list.length, next = new Uint32Array(65536);
  let from = list, to = new Uint32Array(count), spare = new Uint32Array(count);
  for (let digit = 0; digit < width; digit++) {
    next.fill(0);
    for (let i = 0; i < count; i++) next[digits[from[i] * width + digit]]++;
    if (next[digits[from[0] * width + digit]] === count) continue; /* the digit is equal in all */
    for (let d = 0, at = 0; d < 65536; d++) next[d] = (at += next[d]) - next[d];
    for (let i = 0; i < count; i++) to[next[digits[from[i] * width + digit]]++] = from[i];
    from = to;
    [to, spare] = [spare, to];
  }
  return from;
}

function isInOrder(list, times) {
  for (let i = 1; i < list.length; i++) if (times[list[i]] < times[list[i - 1]]) return false;
  return true;
}

/**
 * Return the maximum of a sum over the messages that are at one place at one
 * time: a message adds its quantity from `since` until before `until`. The
 * result is stored in the run under its name.
 * @param {Run} run @param {{ name: string, places: number, placeOf: (n: number) => number,
 *   quantity: (n: number) => number, since: Uint32Array|Float64Array,
 *   until: Uint32Array|Float64Array }} what
 */
export function mostAtOnce(run, { name, places, placeOf, quantity, since, until }) {
  const kept = run.most.get(name);
  if (kept !== undefined) return kept;
  const [there, going] = passing(run.message.count, since, until, run.never);
  const come = inOrder(there, since), go = inOrder(going, until), sums = new Float64Array(places);
  let most = 0, gone = 0;
  for (let i = 0; i < come.length; i++) {
    const n = come[i];
    for (; gone < go.length && until[go[gone]] <= since[n]; gone++) sums[placeOf(go[gone])] -= quantity(go[gone]);
    most = Math.max(most, sums[placeOf(n)] += quantity(n));
  }
  run.most.set(name, most);
  return most;
}

/** Return the value of a step function at a time. */
export function stepAt(steps, time) {
  const at = above(/** @type {any} */ (steps.times), time) - 1;
  return at < 0 ? 0 : steps.values[at];
}

/**
 * Call f(message) for the messages of a window that are drawn: all, or if there
 * are more than `most`, an evenly spaced selection and the selected messages.
 * Returns their total number and a note about the others. @param {Run} run
 * @param {any} palette / */
export function eachDrawn(run, palette, from, to, most, f) {
  let total = 0, i = 0, drawn = 0;
  run.eachMessage(from, to, () => total++);
  const every = Math.max(1, Math.ceil(total / most));
  run.eachMessage(from, to, n => {
    if (i++ % every && !(palette.view.chosen && palette.strong(run, n))) return;
    drawn++;
    f(n);
  });
  const left = drawn < total ? `${drawn} of ${total} messages are drawn; zoom in to see the others.` : '';
  return { total, left };
}

/** Return a stored value, which is computed again when its key changes. */
export function keep(c, name, key, make) {
  const kept = c.kept[name];
  if (kept && kept.key === key) return kept.value;
  const value = make();
  c.kept[name] = { key, value };
  return value;
}
