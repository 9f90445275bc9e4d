/* What is missing at the end of a run, as far as its check names it: which processors lack which
 * messages. */
import { messageName } from '../format.js';
import { holdingsOf } from './holdings.js';

/** @typedef {import('../data.js').Run} Run */

const SPREAD = / of \d+ processors have it\)$/; /* such a finding names the first processor that lacks a message */

/** Return the messages that processors lack at the end, by rank; -1: one without a number. @param {Run} run @returns {Map<number, number[]>} */
export function lackingOf(run) {
  const kept = run.ready ? run.cache : {};
  if (kept.lacking) return kept.lacking;
  const { solved, findings = [] } = run.told.verdict ?? {}, held = run.ready && solved === false ? holdingsOf(run) : null;
  const found = kept.lacking = new Map(), add = (rank, id) => found.set(rank, [...found.get(rank) ?? [], id]);
  for (const { rule, text, processor, messages: [id = -1] = [] } of solved === false ? findings : []) {
    const rank = (processor ?? -1) - run.first, column = held?.place.get(id);
    if (rule !== 'problem' || !text.startsWith('at the end') || rank < 0 || rank >= run.processors) continue;
    if (!SPREAD.test(text) || column === undefined) add(rank, id);
    else for (let each = 0; each < run.processors; each++) if (held.count(each, column, run.length)[0] === 0) add(each, id);
  }
  return found;
}

/** Return text about what a processor lacks at the end, for the tooltip. @param {Run} run */
export function lackingText(run, rank) {
  const ids = lackingOf(run).get(rank) ?? [], named = ids.filter(id => id >= 0);
  if (!ids.length) return '';
  return `\nlacks at the end: ${named.length ? named.slice(0, 8).map(messageName).join(', ') : 'something'}${named.length > 8 ? ` and ${named.length - 8} more` : ''}`;
}

/** Return in one line how much has been delivered at the end; empty: nobody has checked it. @param {Run} run */
export function deliveredText(run) {
  const { verdict } = run.told, lacking = lackingOf(run), held = verdict && holdingsOf(run);
  if (!verdict || verdict.solved === null || verdict.solved === undefined) return '';
  if (verdict.solved) return `everything is delivered to all ${run.processors} processors`;
  const missing = [...lacking.values()].reduce((sum, ids) => sum + ids.length, 0), more = verdict.left ? 'at least ' : '';
  const who = `${more}${lacking.size} of ${run.processors} processors lack something`;
  if (!missing) return 'more is wanted than the messages that are sent';
  if (!held || held.combined || !verdict.findings.some(each => SPREAD.test(each.text))) return `${more}${missing} missing; ${who}`;
  const wanted = held.ids.length * (run.processors - 1);
  return `${wanted - missing} of ${wanted} delivered, of ${held.ids.length} message${held.ids.length > 1 ? 's' : ''}; ${who}`;
}
