/* The command lines of a state. */

/** @typedef {import('./state.js').State} State */

export const SCHEDULE = 'own.sched';
export const GOAL = 'own.goal';
const NET = 'own.net';

/** Return the network specification: the text of the own network is a file. @param {State} state */
export const networkOf = state => (state.net === null ? state.network : `file:${NET}`);

/** Return the input files of all commands. @param {State} state @returns {Object<string, string>} */
export function filesOf(state) {
  /** @type {Object<string, string>} */
  const files = {};
  if (state.net !== null) files[NET] = state.net;
  if (state.goal !== null) files[GOAL] = state.goal;
  if (state.schedule !== null) files[SCHEDULE] = state.schedule;
  return files;
}

/** Return the words that several commands share. @param {State} state */
function sharedWords(state) {
  const words = ['-n', networkOf(state)];
  if (state.model !== null) words.push('-m', state.model);
  if (state.cost !== null) words.push('--cost', state.cost);
  for (const [name, value] of Object.entries(state.settings)) words.push(`--${name}=${value}`);
  return words;
}

/** Return the command that counts the processors of the network; no network is read as an option. @param {State} state */
export const networkWords = state => ['list', 'network', '--json', '--', networkOf(state)];

/** Return the command that runs a strategy. @param {State} state */
export const runWords = (state, strategy = state.strategy, trace = 'run.sched') =>
  ['run', state.problem, '-s', strategy, ...sharedWords(state), '--on-conflict', 'report', '-t', trace];

/** Return the command that measures one strategy for the table. @param {State} state */
export const compareWords = (state, strategy) => ['compare', state.problem, '-s', strategy, ...sharedWords(state), '--json'];

/** Return what a schedule is checked against. @param {State} state @param {string} usual the model of the problem */
function questionWords(state, usual) {
  const words = ['-n', networkOf(state), '-m', state.model ?? usual];
  return [...words, ...(state.goal === null ? ['--problem', state.problem] : ['--goal', GOAL])];
}

/** Return the command that writes the data of schedules. @param {State} state */
export function viewWords(state, names, usual) {
  const own = state.schedule !== null || state.goal !== null;
  return ['view', ...names, '--data', '-o', 'run.json', ...(own ? questionWords(state, usual) : ['-n', networkOf(state)])];
}

/** Settings that `weft optimum` has too. */
const MINIMUM = ['order', 'packets', 'root', 'sources'];

/** Return the command that finds the minimum number of steps. @param {State} state @param {any[]} known settings of the problem */
export function minimumWords({ problem, model, settings, ...state }, known) {
  const words = ['optimum', problem, '-n', networkOf(/** @type {State} */ ({ problem, model, settings, ...state })), ...(model === null ? [] : ['-m', model])];
  for (const name of MINIMUM) if (settings[name] !== undefined && known.some(each => each.name === name)) words.push(`--${name}=${settings[name]}`);
  return [...words, '--json', '-t', 'best.sched'];
}

const quoted = word => (/^[\w.,:=\/+-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`);

/** Return the same on the command line. @param {State} state */
export function commandLine(state, usual) {
  const words = state.schedule === null ? runWords(state) : ['check', SCHEDULE, ...questionWords(state, usual)];
  return ['weft', ...words].map(quoted).join(' ');
}
