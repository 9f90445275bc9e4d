/* The findings of a check: the broken rules, with their times, processors and links. Displays look
 * up the findings of the current step, and mark them in the same way. */
import { above } from '../data.js';
import { clean } from '../format.js';

/** @typedef {import('../axis.js').Context} Context */
/** @typedef {import('../data.js').Run} Run */

/**
 * One finding, as the page needs it. Times are the run's; a rank is -1 where there
 * is none, or where it is not in the window.
 * @typedef {{run: Run, from: number, until: number, rank: number, text: string,
 *   links: number[][], messages: number[]}} Finding
 */

/** Return the message of a transfer that begins in a step, or -1. @param {Run} run */
function messageOf(run, from, source, target, id) {
  const { start, count, ...m } = run.message, step = run.step || 1;
  for (let n = above(start, from - 1e-9); n < count && start[n] < from + step; n++)
    if (m.source[n] === source && m.target[n] === target && m.id[n] === id) return n;
  return -1;
}

/** @param {Run} run @returns {Finding} */
function findingOf(run, told) {
  const inside = rank => (rank >= run.first && rank < run.first + run.processors ? rank - run.first : -1);
  const timeOf = slot => (run.step ? (slot - 1) * run.step : slot) - run.origin;
  const from = Math.min(run.length, Math.max(0, timeOf(told.slot ?? told.time)));
  const links = (told.arc ? [told.arc] : []).filter(() => run.first === 0), messages = [];
  let until = from + (run.step || 0);
  for (const [slot, source, target, id] of told.transfers ?? []) {
    const ends = [inside(source), inside(target)];
    if (ends.includes(-1)) continue;
    const n = run.ready ? messageOf(run, timeOf(slot), ends[0], ends[1], id) : -1, way = run.wayOf(ends[0], ends[1], n);
    if (!told.arc) for (let i = 0; i + 1 < way.length; i++) links.push([way[i], way[i + 1]]);
    if (n < 0) continue;
    messages.push(n);
    until = Math.max(until, run.message.arrive[n]);
  }
  return { run, from, until, rank: inside(told.processor ?? -1), text: clean(told.text, 300), links, messages };
}

/** Return the findings on a run, in order of time. @param {Run} run @returns {Finding[]} */
export function findingsOf(run) {
  const kept = run.ready ? run.cache : {};
  kept.findings ??= (run.told.verdict?.findings ?? []).map(each => findingOf(run, each)).sort((a, b) => a.from - b.from);
  return kept.findings;
}

/** Return the findings at a time of the run; at its end, those of its last step. @param {Run} run */
export function brokenAt(run, time) {
  const at = Math.min(time, run.length - (run.step || 1e-9) / 2);
  return findingsOf(run).filter(each => each.from <= at + 1e-9 && (at < each.until || each.from === run.length));
}

/** Return the findings at the current time. @param {Context} c */
export const brokenNow = c => brokenAt(c.run, c.view.timeOf(c.run));

/** Return text about the findings on a processor, for the tooltip. @param {Context} c */
export function brokenText(c, rank, time) {
  const own = brokenAt(c.run, time).filter(each => each.rank === rank), more = own.length - 2;
  return own.slice(0, 2).map(each => `\n\u2717 ${each.text}`).join('') + (more > 0 ? `\n\u2717 and ${more} more` : '');
}

/**
 * Draw crosses, which are visible without colour, too: [x, y, x, y, ...]
 * @param {any} pen @param {number[]} places
 */
export function crosses(pen, theme, places, size) {
  const lines = [];
  for (let i = 0; i + 1 < places.length; i += 2) {
    const x = places[i], y = places[i + 1];
    lines.push(x - size, y - size, x + size, y + size, x - size, y + size, x + size, y - size);
  }
  pen.lines(lines, theme.paper, size > 2.5 ? 4.5 : 2.5);
  pen.lines(lines, theme.bad, size > 2.5 ? 2.2 : 1.3);
}

/** Mark findings in the rows of a time display: a cross for each, and a frame
 * around those at the current time. @param {any} pen @param {Context} c
 * @param {Finding[]} list @param {(time: number) => number} x @param {(rank: number) => number} y */
export function markRows(pen, c, list, x, y, high) {
  const { theme } = c, size = Math.max(1.5, Math.min(4.5, high * 0.28)), half = Math.max(1.5, high / 2 - 1);
  const present = new Set(brokenNow(c)), places = [];
  for (const each of list.filter(one => one.rank >= 0)) {
    const from = x(each.from), until = Math.max(from + 2 * size, x(each.until)), at = y(each.rank);
    if (present.has(each))
      pen.shape([from, at - half, until, at - half, until, at + half, from, at + half], null, theme.bad, 2);
    places.push((from + until) / 2, at);
  }
  crosses(pen, theme, places, size);
}
