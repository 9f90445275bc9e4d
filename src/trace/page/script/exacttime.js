/* Times as `weft stats` prints them: for a run with steps in time units, for others in a unit that
 * suits the run, with the same number of decimals everywhere. */
const UNITS = [['s', 1000000000n], ['ms', 1000000n], ['\u00b5s', 1000n], ['ns', 1n]];
const DECIMALS_MAX = 3;

/** Return the number of decimals needed to show a time exactly, at most
 * DECIMALS_MAX.
 * @param {bigint} ns @param {bigint} unit */
function decimalsOf(ns, unit) {
  let decimals = 0;
  for (let rest = ns % unit; rest && decimals < DECIMALS_MAX; decimals++) rest = rest * 10n % unit;
  return decimals;
}

/**
 * Return functions that format the times of a run: title(word) for a column,
 * text(time) without a unit, long(time) with the unit. Times are integers as
 * strings.
 * @param {import('./data.js').Run} run
 */
export function clockOf(run) {
  const { stats } = run.told, unitNs = BigInt(run.told.unitNs);
  if (run.step || !unitNs) {
    const long = time => `${time} time unit${time === '1' ? '' : 's'}`;
    return { title: word => word, text: time => time, long };
  }
  const [word, unit] = UNITS.find(each => BigInt(stats.makespan) * unitNs >= 10n * BigInt(each[1])) ?? UNITS[3];
  const ns = BigInt(unit);
  let decimals = decimalsOf(BigInt(stats.makespan) * unitNs, ns);
  for (const load of stats.loads)
    for (const time of load.slice(0, 3)) decimals = Math.max(decimals, decimalsOf(BigInt(time) * unitNs, ns));
  const power = 10n ** BigInt(decimals);
  const text = time => {
    const all = (BigInt(time) * unitNs * power + ns / 2n) / ns;
    return decimals ? `${all / power}.${String(all % power).padStart(decimals, '0')}` : String(all);
  };
  return { title: name => `${name}/${word}`, text, long: time => `${text(time)} ${word}` };
}
