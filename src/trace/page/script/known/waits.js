/* Wait states and efficiencies, with the numbers of `weft stats --waits`. */

/** @typedef {import('../data.js').Run} Run */

/** The efficiencies: [word, key, depth]. @type {Array<[string, string, number]>} */
const EFFICIENCIES = [['parallel efficiency', 'parallel', 0], ['load balance', 'loadBalance', 1],
  ['communication', 'communication', 1], ['serialisation', 'serialisation', 2], ['transfer', 'transfer', 2]];

/** Return text about a processor's wait at a time; '' if it does not wait.
 * @param {{run: Run, view: import('../view.js').View}} c */
export function waitText({ run, view }, rank, time) {
  const i = run.waitAt(rank, time);
  if (i < 0) return '';
  const { kind, cause, duration } = run.wait;
  return `\n${run.told.waits.names[kind[i]]}: waits ${view.timeText(duration[i] * run.toPage)} for ${run.label(cause[i])}`;
}

/** Return the rows of the efficiencies: [word, text, value]. @param {Run} run */
export function efficiencyRows(run) {
  const { waits } = run.told;
  return EFFICIENCIES.map(([word, key, depth]) => [`${'\u2003'.repeat(depth)}${word}`,
    waits[key] === null ? '-' : `${(100 * waits[key]).toFixed(2)} %`, waits[key]]);
}

/** Return tables of wait states: [title, heading, rows]; times are exact.
 * @param {Run} run @returns {Array<[string, string[], string[][]]>} */
export function waitTables(run) {
  const { waits } = run.told, name = row => waits.names[row[0]];
  const task = number => (number < 0 ? 'none' : run.taskName(number));
  return [
    ['wait states', ['wait state', 'times', 'time'], waits.kinds.map(row => [name(row), row[4], row[5]])],
    ['by pair', ['wait state', 'waits', 'for', 'times', 'time'],
      waits.pairs.map(row => [name(row), run.label(row[1]), run.label(row[2]), row[4], row[5]])],
    ['by task', ['wait state', 'in task', 'times', 'time'], waits.tasks.map(row => [name(row), task(row[3]), row[4], row[5]])],
  ];
}
