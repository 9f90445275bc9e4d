/* What runs are called: the words that they share are the page's, each has the others. */
import { clean } from './format.js';

/** @typedef {import('./data.js').Run} Run */

const WORDS = ['program', 'problem', 'strategy', 'network', 'model'];
/* Parameters of the trace rather than of what was run. */
const OTHERS = /^(task|category|processor)\.|^(first-processor|processors|step|unit_ns|ranks)$/;

const valueOf = (run, key) => clean(run.parameters.get(key) ?? '', 40);

/** Do runs all have one value, and the same? @param {Run[]} runs */
const alike = (runs, key) => runs.every(run => valueOf(run, key) === valueOf(runs[0], key));

const unique = names => names.every(name => name) && new Set(names).size === names.length;

/** What tells runs apart: words, else other parameters, files, at last numbers.
 * @param {Run[]} runs */
function apart(runs) {
  const words = WORDS.filter(key => !alike(runs, key));
  const short = runs.map(run => words.map(key => valueOf(run, key)).filter(word => word).join(' '));
  if (unique(short)) return short;
  const keys = [...new Set(runs.flatMap(run => [...run.parameters.keys()]))].sort();
  const more = keys.filter(key => !WORDS.includes(key) && !OTHERS.test(key) && !alike(runs, key)).slice(0, 3);
  const long = runs.map((run, i) => [short[i], ...more.map(key => `${clean(key, 20)} ${valueOf(run, key) || '-'}`)].join(' ').trim());
  if (unique(long)) return long;
  if (unique(runs.map(run => run.name))) return runs.map(run => run.name);
  return runs.map((_, i) => `${short[i]} run ${i + 1}`.trim());
}

/** Give each run its title; [the title of the page, the words that all share].
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
