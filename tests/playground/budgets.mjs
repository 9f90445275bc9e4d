// The budgets of the playground's page, measured in Chromium: a table. The exit status is 1 if a
// size is above its budget; times depend on the machine and are only printed.
//
//     budgets.mjs CHROMIUM WEFT PAGE
//
// "cpu" is the CPU time of the page's process with its workers, which depends less on what else runs.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Browser } from '../viewer/browser.mjs';

const [,, chromium, , page] = process.argv, url = pathToFileURL(page).href;
const HOOK = 'weft.playground', MIB = 1 << 20;
const FIRST = { problem: 'successive', network: 'hypercube:4', strategy: 'rotated', model: null, cost: null, settings: {}, schedule: null };
const median = list => [...list].sort((a, b) => a - b)[list.length >> 1];
let failures = 0;

/** Print a row: what, the value, its budget. */
function row(what, value, unit, budget, cpu = null, size = false) {
  const over = budget !== null && (what.startsWith('frames') ? value < budget : value > budget);
  if (over && size) failures++;
  console.log([what.padEnd(52), `${value} ${unit}`.padStart(14), budget === null ? '' : `${what.startsWith('frames') ? '>=' : '<='} ${budget}`.padStart(10), cpu === null ? ''.padStart(12) : `cpu ${cpu} ms`.padStart(12), over ? 'OVER' : ''].join('  ').trimEnd());
}

/** CPU time of each process of pages so far, in milliseconds. */
async function cpuOf(browser) {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  return new Map(processInfo.filter(each => each.type === 'renderer').map(each => [each.id, 1000 * each.cpuTime]));
}

/** The time and the CPU time of an action. */
async function timed(browser, act) {
  const before = await cpuOf(browser), ms = await act();
  let cpu = 0;
  for (const [id, time] of await cpuOf(browser)) cpu += time - (before.get(id) ?? 0);
  return { ms: Math.round(ms), cpu: Math.round(cpu) };
}

async function metrics(tab) {
  const { metrics: list } = await tab.send('Performance.getMetrics');
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

const settle = (tab, part) => tab.value(`(${HOOK}.set(${JSON.stringify(part)}), ${HOOK}.settled().then(() => ${HOOK}.result().error))`);

/** From a change of a control to the verdict of the new run. */
const toVerdict = (tab, state) => tab.value(`new Promise(done => {
  const began = performance.now(), seen = new MutationObserver(() => {
    seen.disconnect();
    done(performance.now() - began);
  });
  seen.observe(document.getElementById('judged'), { childList: true, characterData: true, subtree: true });
  ${HOOK}.set(${JSON.stringify(state)});
})`);

async function ready(browser) {
  const found = [];
  let tab, marks = {};
  for (let i = 0; i < 5; i++) {
    found.push(await timed(browser, async () => {
      tab = await browser.open(url, { ready: false });
      await tab.until("document.documentElement?.dataset.ready === 'yes'", 300000);
      marks = await tab.value("Object.fromEntries(performance.getEntriesByType('mark').map(mark => [mark.name, Math.round(mark.startTime)]))");
      return marks['weft-ready'];
    }));
    await tab.close();
  }
  row('ready from file: (median of 5)', median(found.map(each => each.ms)), 'ms', 1500, median(found.map(each => each.cpu)));
  console.log(`  marks of the last: ${Object.entries(marks).map(([name, ms]) => `${name.replace('weft-', '')} ${ms}`).join(', ')}`);
}

async function changes(browser, tab) {
  await settle(tab, FIRST);
  const small = [];
  for (let i = 0; i < 20; i++) {
    small.push(await timed(browser, () => toVerdict(tab, { strategy: i % 2 ? 'rotated' : 'woven' })));
    await tab.value(`${HOOK}.settled()`);
  }
  row('change to verdict, 16 processors (median of 20)', median(small.map(each => each.ms)), 'ms', 150, median(small.map(each => each.cpu)));
  for (const [problem, network, strategy] of [['broadcast', 'complete:1024', 'binomial'], ['allreduce', 'complete:1024', 'recursive-doubling'], ['broadcast', 'complete:4096', 'binomial']]) {
    await settle(tab, { ...FIRST, problem, network: 'complete:16', strategy });
    const { ms, cpu } = await timed(browser, () => toVerdict(tab, { network }));
    row(`change to verdict, ${problem} ${strategy} ${network}`, ms, 'ms', 1000, cpu);
    const { cpu: table } = await timed(browser, () => tab.value(`${HOOK}.settled().then(() => 0)`));
    console.log(`  its drawing and the table: cpu ${table} ms`);
  }
}

async function memory(tab) {
  for (const [network, budget] of [['hypercube:8', 64], ['hypercube:10', 128]]) {
    const { bytes, status } = await tab.value(`${HOOK}.command(['run', 'successive', '-n', '${network}', '-s', 'rotated', '-t', 'run.sched'], {}, []).then(r => ({ bytes: r.memory, status: r.status }))`);
    row(`memory of the command, successive ${network}`, Math.round(bytes / MIB), 'MiB', status ? 0 : budget, null, true);
  }
}

async function many(tab) {
  const heap = async () => {
    await tab.send('HeapProfiler.collectGarbage');
    return (await metrics(tab)).JSHeapUsedSize / MIB;
  };
  await settle(tab, FIRST);
  for (let i = 0; i < 10; i++) await settle(tab, { strategy: i % 2 ? 'rotated' : 'woven' });
  const before = await heap();
  for (let i = 0; i < 200; i++) await settle(tab, { strategy: i % 2 ? 'rotated' : 'woven' });
  row('growth of the heap, 200 runs', Number((await heap() - before).toFixed(1)), 'MiB', 20, null, true);
}

async function frames(tab) {
  await settle(tab, { ...FIRST, t: '0' });
  await tab.value("document.getElementById('play')?.click()");
  const before = await metrics(tab);
  const count = await tab.value(`new Promise(done => {
    const began = performance.now();
    let count = 0;
    requestAnimationFrame(function next(now) {
      count++;
      if (now - began < 3000) requestAnimationFrame(next);
      else done(count);
    });
  })`);
  const after = await metrics(tab);
  row('frames per second, playing, 16 processors', Math.round(count / 3), '/ s', 50, Number((1000 * (after.TaskDuration - before.TaskDuration) / count).toFixed(1)));
  console.log('  (cpu: of the main thread, a frame)');
}

const bytes = readFileSync(page);
row('file', bytes.length, 'bytes', 2.5e6, null, true);
row('file, gzip -9', gzipSync(bytes, { level: 9 }).length, 'bytes', 1.8e6, null, true);
const browser = new Browser(chromium);
try {
  await ready(browser);
  const tab = await browser.open(`${url}#v=1&t=0`, { ready: false }); /* an address: nothing plays by itself */
  await tab.until("document.documentElement?.dataset.ready === 'yes'", 300000);
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' }); /* CPU time */
  await tab.send('HeapProfiler.enable');
  await changes(browser, tab);
  await memory(tab);
  await frames(tab);
  await many(tab);
} finally {
  await browser.close();
}
process.exit(failures ? 1 : 0);
