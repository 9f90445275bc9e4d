/* Titles of runs: words that all runs share are part of the page's title, and each run's title has the others. */
import { clean } from './format.js';

/** @typedef {import('./data.js').Run} Run */

const WORDS = ['program', 'problem', 'strategy', 'network', 'model'];
/* Parameters that describe the trace rather than the run. */
const OTHERS = /^(task|category|processor)\.|^(first-processor|processors|step|unit_ns|ranks)$/;

const valueOf = (run, key) => clean(run.parameters.get(key) ?? '', 40);

/** Do all runs have the same value? @param {Run[]} runs */
const alike = (runs, key) => runs.every(run => valueOf(run, key) === valueOf(runs[0], key));

const unique = names => names.every(name => name) && new Set(names).size === names.length;

/** Return titles that distinguish the runs: by words, or else by other
 * parameters, file names, or numbers.
 * @param {Run[]} runs */
function apart(runs) {
  const words = WORDS.filter(key => !alike(runs, key));
  const short = runs.map(run => words.map(key => valueOf(run, key)).filter(word => word).join(' '));
  if (unique(short)) return short;
  const keys = [...new Set(runs.flatMap(run => [...run.parameters.keys()]))].sort();
  const more = keys.filter(key => !WORDS.includes(key) && !OTHERS.test(key) && !alike(runs, key)).slice(0, 3);
  const ofKey = (run, key) => (valueOf(run, key) ? [`${clean(key, 20)} ${valueOf(run, key)}`] : []);
  const long = runs.map((run, i) => [short[i], ...more.flatMap(key => ofKey(run, key))].join(' ').trim());
  if (unique(long)) return long;
  if (unique(runs.map(run => run.name))) return runs.map(run => run.name);
  return runs.map((_, i) => `${short[i]} run ${i + 1}`.trim());
}

/** Set the title of each run, and return [the title of the page, the words that
 * all runs share].
 * @param {Run[]} runs */
export function nameRuns(runs) {
  const whole = run => WORDS.map(key => valueOf(run, key)).filter(word => word).join(' ');
  runs.forEach((run, i) => {
    run.whole = whole(run) || run.name || `run ${i + 1}`;
    run.title = run.whole;
  });
  if (runs.length === 1) return [runs[0].title, runs[0].title];
  apart(runs).forEach((title, i) => { runs[i].title = title; });
  const common = WORDS.filter(key => alike(runs, key)).map(key => valueOf(runs[0], key)).filter(word => word).join(' ');
  const all = (common ? `${common}: ` : '') + runs.map(run => run.title).join(' | ');
  return [all, common || all];
}
