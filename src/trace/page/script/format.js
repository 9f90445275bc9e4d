/* Formatting of numbers, times and names; names from traces may contain anything. */

/** Characters that are invisible, change the text direction, or are not allowed in SVG files. */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/**
 * Return a text from a trace in a form that is safe to show in one line.
 * @param {string} text
 * @param {number} [most] characters
 */
export function clean(text, most = 80) {
  const whole = Array.from(text.slice(0, 4 * most).replace(HIDDEN, '\ufffd'));
  return whole.length > most ? whole.slice(0, most - 1).join('') + '\u2026' : whole.join('');
}

/** Return a number with a noun: "1 message", "2 messages". @param {number} n @param {string} word */
export function some(n, word) {
  return `${n} ${word}${n === 1 ? '' : word.endsWith('s') ? 'es' : 's'}`;
}

/** @param {number} id of a message; less than 0: it has none */
export const messageName = id => (id < 0 ? 'a message' : `message ${id}`);

/** Format a number with at most three decimals. @param {number} x */
export function short(x) {
  if (Number.isInteger(x)) return String(x);
  if (Math.abs(x) >= 1000) return x.toFixed(0);
  return String(Number(x.toPrecision(4)));
}

/** Format a number briefly: 20000000 is "20M". @param {number} x */
export function compact(x) {
  const signs = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
  if (Math.abs(x) < 1e5) return short(x);
  let i = 0;
  for (; Math.abs(x) >= 1000 && i < signs.length - 1; i++) x /= 1000;
  return Math.abs(x) < 1e5 ? short(x) + signs[i] : x.toExponential(1);
}

/** Format a share: 0.345 is "34.5 %". @param {number} x */
export function percent(x) {
  return `${(100 * x).toFixed(1)} %`;
}

/** Format a number of bytes, with a unit if it is large. @param {number} n */
export function bytes(n) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let i = 0;
  for (; n >= 10000 && i < 4; i++) n /= 1000;
  return `${short(n)} ${units[i]}`;
}

/**
 * Return round numbers for an axis.
 * @param {number} from @param {number} to @param {number} room for so many
 * @param {boolean} [whole] whole numbers only
 * @returns {number[]}
 */
export function ticks(from, to, room, whole = false) {
  const span = to - from;
  if (!(span > 0)) return [from];
  const rough = span / Math.max(1, room);
  const ten = 10 ** Math.floor(Math.log10(rough));
  let step = [1, 2, 5, 10].map(f => f * ten).find(s => s >= rough * 0.999) ?? 10 * ten;
  if (whole) step = Math.max(1, Math.round(step));
  if (!(step > 0)) return [from];
  /* count from the first tick: beyond 2^53, adding 1 does not change a double */
  const first = Math.ceil(from / step - 1e-9), all = span / step + 1, found = [];
  for (let i = 0; i <= all; i++) {
    const tick = Number(((first + i) * step).toPrecision(15));
    if (tick < from - span * 1e-9 || tick > to + span * 1e-9 || tick === found[found.length - 1]) continue;
    found.push(tick);
  }
  return found;
}

/** Format the numbers of an axis, with as many decimals as distinguish them. @param {number[]} list */
export function tickTexts(list) {
  const step = list.length > 1 ? list[1] - list[0] : 0;
  if (list.length < 2 || !(step > 0)) return list.map(short);
  const decimals = Math.min(15, Math.max(0, Math.ceil(-Math.log10(step * 1.0000001) - 1e-9)));
  return list.map(tick => (Math.abs(tick) < 1e15 ? tick.toFixed(decimals) : short(tick)));
}
