// The playground's page in a real browser: what it says is what weft says.
//
//     page.mjs CHROMIUM WEFT PAGE
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Browser } from '../viewer/browser.mjs';
import { expect, finish, HOOK, openReady, play, same, set } from './asked.mjs';

const [,, chromium, weft, page] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'weft-playground-')), url = pathToFileURL(page).href;

/** What the native program prints; its exit status may be any. */
function run(...words) {
  try {
    return execFileSync(weft, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
  } catch (error) {
    return error.stdout;
  }
}

const shown = (tab, text) => tab.value(`document.body.innerText.includes(${JSON.stringify(text)})`);

// ---- what is asked of the page -------------------------------------------------

/** The first state, and others: the numbers are those of the native program. */
async function numbers(tab) {
  same(await tab.value(`document.getElementById('judged').textContent`), '\u2713 valid \u2013 34 steps', 'the first verdict');
  for (const [problem, network, strategy, cost] of [
    ['successive', 'hypercube:3', 'optimal', null], ['broadcast', 'complete:8', 'binomial', 'ts=10,tw=1'], ['allreduce', 'complete:16', 'ring', null],
    ['multinode', 'hypercube:4', 'isolated', null], ['gauss', 'hypercube:3', 'rotated', null], ['alltoall', 'complete:8', 'bruck', null]]) {
    const what = `${problem} ${network} ${strategy}`, result = await set(tab, { problem, network, strategy, cost, settings: {}, schedule: null });
    const words = ['run', problem, '-n', network, '-s', strategy, ...(cost ? ['--cost', cost] : []), '--on-conflict', 'report'];
    const told = JSON.parse(run(...words, '--json') || 'null');
    same([result.error, result.steps, result.time, result.bound, result.messages, result.conflicts, result.valid],
      [null, told.steps, told.time, told.lower_bound, told.messages, told.conflicts, told.valid], what);
    const rows = JSON.parse(run('compare', problem, '-n', network, ...(cost ? ['--cost', cost] : []), '--json')).rows;
    for (const row of rows) {
      const found = result.table.find(each => each.strategy === row.strategy);
      same([found?.steps, found?.time, found?.bound, found?.ratio], [row.steps, row.time, row.lower_bound, row.ratio], `${what}: row ${row.strategy}`);
    }
    same(result.table.filter(row => !row.leftOut).length, rows.length, `${what}: rows`);
  }
}

/** A refusal stands at its control; the last good run stays. */
async function refusal(tab) {
  await set(tab, { problem: 'successive', network: 'hypercube:4', strategy: 'rotated', cost: null, settings: {} });
  const result = await set(tab, { network: 'mesh:4x4' });
  expect(result.error?.includes('runs on hypercube only'), `refused: ${result.error}`);
  expect(await tab.value("!document.getElementById('refusal').hidden && document.getElementById('size').ariaInvalid === 'true'"), 'the red line at the network');
  expect(result.table.some(row => row.leftOut?.includes('hypercube only')) && result.table.some(row => row.steps > 0), 'the reason in the table');
  expect((await set(tab, { network: 'hypercube:13' })).error?.includes('larger than the page takes'), 'too large');
  expect((await set(tab, { network: 'hypercube:4', problem: 'nothing' })).error?.includes('unknown problem'), 'an unknown problem');
  same((await set(tab, { problem: 'successive' })).error, null, 'good again');
}

/** A schedule that is typed: judged at each change, its broken rules in words. */
async function schedule(tab) {
  await tab.value(`${HOOK}.set({ problem: 'broadcast', network: 'hypercube:2', strategy: 'binomial', model: 'one-port' }), ${HOOK}.settled()`);
  await tab.value("(document.getElementById('text-schedule').focus(), document.getElementById('text-schedule').select())");
  await tab.send('Input.insertText', { text: '# processors: 4\n1 0 1 0\n2 0 2 0\n2 1 3 0\n' });
  let result = await tab.value(`${HOOK}.settled().then(() => ${HOOK}.result())`);
  same([result.error, result.valid, result.steps], [null, true, 2], 'a good schedule');
  await tab.send('Input.insertText', { text: '2 1 0 0\n' });
  result = await tab.value(`${HOOK}.settled().then(() => ${HOOK}.result())`);
  expect(result.valid === false && result.conflicts > 0, `a conflict: ${JSON.stringify(result.findings)}`);
  expect(await shown(tab, `not valid: ${result.conflicts} conflict`), 'the conflicts in words');
  same(result.findings[0].slot, 2, 'the step of the first finding');
  expect(await tab.value("!!document.querySelector('.numbers .wrong')"), 'the line is marked');
  await tab.value("document.querySelector('#report ol button').click()");
  same(await tab.value(`${HOOK}.state().t`), '1.5', 'the clock is at the finding');
  writeFileSync(join(folder, 'own.sched'), await tab.value(`${HOOK}.state().schedule`));
  const told = JSON.parse(run('check', 'own.sched', '-n', 'hypercube:2', '-m', 'one-port', '--problem', 'broadcast', '--json'));
  same([result.conflicts, result.steps], [told.conflicts, told.steps], 'as weft check');
  expect((await set(tab, { schedule: '1 0 1 0\nnonsense\n' })).error?.includes('line 2'), 'the line that cannot be read');
  expect(await tab.value("document.querySelectorAll('.numbers .wrong').length === 1 && !document.getElementById('trouble').hidden"), 'that line is marked');
  await tab.value("document.querySelector('#panel-schedule button').click()"); /* undo: the text before the last one typed */
  await set(tab, { schedule: null, model: null });
}

/** Own network and goal. */
async function texts(tab) {
  const own = await set(tab, { problem: 'broadcast', strategy: 'binomial', net: '0 1\n1 2\n2 3\n3 0\n0 2\n' });
  same([own.error, own.messages], [null, 3], 'an own network');
  expect((await set(tab, { net: '0 1\n1\n' })).error?.includes('line 2'), 'a wrong network');
  await set(tab, { net: null, network: 'hypercube:2', problem: 'broadcast' });
  const { out } = await tab.value(`${HOOK}.command(['list', 'goal', 'broadcast'], {}, []).then(r => ({ out: new TextDecoder().decode(r.out) }))`);
  same((await set(tab, { goal: out })).valid, true, 'the goal of the problem as a text');
  await set(tab, { goal: null });
}

/** What the address holds comes back in a new tab. */
async function links(browser, tab) {
  const states = [
    { problem: 'successive', network: 'hypercube:3', strategy: 'woven', settings: { order: 'buffered' }, model: null, cost: null, schedule: null, net: null, goal: null },
    { problem: 'broadcast', network: 'complete:8', strategy: 'binomial', model: 'one-port', cost: 'ts=3,tw=2', settings: {}, schedule: '# processors: 8\n1 0 1 0\n', net: null, goal: null },
    { problem: 'broadcast', network: 'ring:5', strategy: 'binomial', settings: {}, model: null, cost: null, schedule: null, net: '0 1\n1 2 \u00fc\n', goal: null }];
  for (const state of states) {
    const first = await set(tab, { ...state, d: 'animation,matrix', t: '2' }), address = await tab.value('location.href');
    const wanted = await tab.value(`${HOOK}.state()`), other = await browser.open(address);
    await other.value(`${HOOK}.settled()`);
    same(await other.value(`${HOOK}.state()`), wanted, 'the state out of a link');
    const { valid, steps, error } = await other.value(`${HOOK}.result()`);
    same([valid, steps, error], [first.valid, first.steps, first.error], 'its result');
    await other.close();
  }
}

/** Links are data: no markup, no option, no endless text. */
async function hostile(browser) {
  const bomb = execFileSync('node', ['-e', "process.stdout.write(require('zlib').deflateRawSync(Buffer.alloc(64 << 20, 49)).toString('base64url'))"], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const words = ['p=<img src=x onerror=alert(1)>', 'p=--help', 's=%3Cscript%3Ealert(1)%3C/script%3E', 'n=hypercube:30', 'n=complete:99999999', 'n=./mine.c', 'n=file:/etc/passwd',
    `sched=${bomb}`, 'sched=!!!', 'sched=AAAA', 'x.engine=mpi', 'x.--help=1', 'x.__proto__=1', 'cost=%00', '%E0%A4%A', 'v=99&unknown=1', 'd=<b>,animation', 'race=a,b,c,d,e'];
  for (const word of words) {
    const tab = await openReady(browser, `${url}#v=1&${word}`);
    const { error } = await tab.value(`${HOOK}.result()`);
    expect(error === null || (typeof error === 'string' && error.length < 2000), `${word.slice(0, 60)}: ${error}`);
    expect(!(await tab.value("document.querySelector('main img, main script, main iframe')")), `${word.slice(0, 60)}: markup`);
    same(tab.said, [], `${word.slice(0, 60)}: the console`);
    same((await set(tab, { problem: 'broadcast', network: 'hypercube:3', strategy: 'binomial', model: null, cost: null, settings: {}, schedule: null })).error, null, `${word.slice(0, 60)}: afterwards`);
    await tab.close();
  }
}

/** The table sorts, and a click chooses. */
async function table(tab) {
  await set(tab, { problem: 'successive', network: 'hypercube:4', strategy: 'rotated', model: null, cost: null, settings: {}, schedule: null });
  await tab.value("document.querySelector('#strategies th.time button').click()");
  const steps = await tab.value("[...document.querySelectorAll('#strategies tbody td.time')].map(cell => Number(cell.textContent))");
  same(steps, [...steps].sort((a, b) => a - b), 'sorted by steps');
  await tab.value("document.querySelector('#strategies [data-strategy=optimal]').click()");
  const result = await tab.value(`${HOOK}.settled().then(() => ${HOOK}.result())`);
  same([await tab.value(`${HOOK}.state().strategy`), result.steps], ['optimal', 29], 'chosen in the table');
  same(await tab.value("document.querySelector('#strategies tr.chosen button').dataset.strategy"), 'optimal', 'the chosen row');
}

/** A command runs as the native program does, and a second one in a clean place. */
async function commands(tab) {
  const words = ['run', 'successive', '-n', 'hypercube:3', '-s', 'woven', '-t', 'run.csv'];
  const out = await tab.value(`${HOOK}.command(${JSON.stringify(words)}, {}, ['run.csv']).then(r => new TextDecoder().decode(r.files['run.csv']))`);
  run(...words);
  same(out, readFileSync(join(folder, 'run.csv'), 'utf8'), 'the trace');
  same(await tab.value(`${HOOK}.command(['stats', 'run.csv'], {}, []).then(r => r.status !== 0)`), true, 'no file is left');
}

/** No horizontal scrolling at these widths. */
async function widths(tab) {
  for (const [width, height] of [[320, 640], [390, 844], [1280, 800], [1920, 1080]]) {
    await tab.size(width, height);
    await tab.frame();
    expect(await tab.value(`document.documentElement.scrollWidth <= ${width}`), `no horizontal scrolling at ${width}`);
  }
  await tab.size(1280, 800);
}

// ---- the budgets ----------------------------------------------------------------

const median = list => [...list].sort((a, b) => a - b)[list.length >> 1];

async function keystroke(tab, states) {
  const times = [];
  for (const state of states)
    times.push(await tab.value(`new Promise(done => {
      const began = performance.now(), judged = document.getElementById('judged'), seen = new MutationObserver(() => {
        seen.disconnect();
        done(performance.now() - began);
      });
      seen.observe(judged, { childList: true, characterData: true, subtree: true });
      ${HOOK}.set(${JSON.stringify(state)});
    })`));
  await tab.value(`${HOOK}.settled()`);
  return Math.round(median(times));
}

/** What is measured; budgets of size hold, times are printed and have a wide margin, since other tests run at the same time. */
async function budgets(browser, tab) {
  const bytes = readFileSync(page), packed = gzipSync(bytes, { level: 9 }).length;
  const began = Date.now(), fresh = await browser.open(url), ready = Date.now() - began;
  await fresh.close();
  const first = { problem: 'successive', network: 'hypercube:4', strategy: 'rotated', model: null, cost: null, settings: {}, schedule: null };
  await set(tab, first);
  const small = await keystroke(tab, Array.from({ length: 20 }, (_, i) => ({ strategy: i % 2 ? 'rotated' : 'woven' })));
  await set(tab, { problem: 'allreduce', network: 'complete:512', strategy: 'recursive-doubling' });
  const large = await keystroke(tab, [{ network: 'complete:1024' }]);
  console.log(`file ${bytes.length} bytes (${packed} gzipped); ready in ${ready} ms; from a change to the verdict: ${small} ms (16 processors), ${large} ms (1024)`);
  expect(bytes.length <= 2.5e6 && packed <= 1.8e6, 'the size of the page');
  expect(ready <= 15000 && small <= 1500 && large <= 10000, 'ten times the budget of time');
  await set(tab, first);
}

// ---- all together -----------------------------------------------------------------

const browser = new Browser(chromium);
try {
  const tab = await openReady(browser, `${url}#v=1&t=0`); /* an address: nothing plays by itself */
  await play(tab, { numbers, refusal, schedule, texts, table, commands, widths, links: t => links(browser, t), hostile: () => hostile(browser), budgets: t => budgets(browser, t) });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
finish();
