/* The fewest steps that are known for the question of the page, and how far the run is from them. */
import { short } from '../trace/page/script/format.js';

/** @typedef {import('./session.js').Session} Session */

/** Return the row of the table with the least time in a model; null: none is valid. @param {Session} session */
function bestRow(session, model) {
  const modelOf = row => session.state.model ?? session.strategies().find(each => each.name === row.strategy)?.model ?? session.usualModel;
  return session.rows.filter(row => row.valid && modelOf(row) === model).reduce((best, row) => (best && best.time <= row.time ? best : row), null);
}

/** Return the optimum, or what the best strategy has. @param {Session} session @returns {{least: number, what: string}|null} */
function known(session, model) {
  const { state, optimum, result: { valid, time, bound } } = session, row = bestRow(session, model), is = least => ({ least, what: `${short(least)} is the optimum` });
  if (optimum !== null && state.cost === null && model === (state.model ?? session.usualModel)) return is(optimum);
  if (bound !== null && (row?.time === bound || (valid && time === bound))) return is(bound);
  return row && { least: row.time, what: `the best strategy, ${row.strategy}, has ${short(row.time)}` };
}

/** Return in one sentence how far the run is from the fewest steps; empty: nothing is known. @param {Session} session */
export function bestText(session) {
  const { state, data, error, result: { valid, time } } = session, own = state.schedule !== null;
  if (!data || error || time === null || state.goal !== null) return '';
  const strategy = session.strategies().find(each => each.name === state.strategy);
  const found = known(session, state.model ?? (own ? session.usualModel : strategy?.model ?? session.usualModel));
  if (!found || (!own && found.what.includes(`, ${state.strategy},`))) return '';
  if (!valid) return found.what;
  const has = own ? 'you have' : `${state.strategy} has`;
  return found.least === time ? `${found.what}, and ${has} it` : `${found.what}, ${has} ${short(time)}`;
}
