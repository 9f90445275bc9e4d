// The playground's page in a real browser: what it says is what weft says.
//
//     page.mjs BROWSER WEFT PAGE page|firefox COMMANDS
//
// COMMANDS is what `same.py --sample` writes: commands with the results of the native program.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { Browser } from '../viewer/browser.mjs';
import { Firefox } from '../viewer/marionette.mjs';
import { expect, finish, HOOK, openReady, play, same, set } from './asked.mjs';
import { Dice } from './dice.mjs';

const [,, program, weft, page, kind, samples] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'weft-playground-')), url = pathToFileURL(page).href;

/** What the native program prints; its exit status may be any. */
function run(...words) {
  try {
    return execFileSync(weft, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
  } catch (error) {
    return error.stdout;
  }
}

/** The result of the last change, of whatever kind. */
const settled = tab => tab.value(`${HOOK}.settled().then(() => ${HOOK}.result())`);

/** Put a text in the place of the selection, as keys do. */
const type = (tab, text) => tab.value(`document.execCommand('insertText', false, ${JSON.stringify(text)})`);
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
  expect((await set(tab, { network: 'hypercube:13' })).error?.includes('too large for this page'), 'too large');
  expect((await set(tab, { network: 'hypercube:4', problem: 'nothing' })).error?.includes('unknown problem'), 'an unknown problem');
  same((await set(tab, { problem: 'successive' })).error, null, 'good again');
}

/** A schedule that is typed: judged at each change, its broken rules in words. */
async function schedule(tab) {
  await tab.value(`${HOOK}.set({ problem: 'broadcast', network: 'hypercube:2', strategy: 'binomial', model: 'one-port' }), ${HOOK}.settled()`);
  await tab.value("(document.getElementById('text-schedule').focus(), document.getElementById('text-schedule').select())");
  await type(tab, '# processors: 4\n1 0 1 0\n2 0 2 0\n2 1 3 0\n');
  let result = await settled(tab);
  same([result.error, result.valid, result.steps], [null, true, 2], 'a good schedule');
  await type(tab, '2 1 0 0\n');
  result = await settled(tab);
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

/** Words of links that mean harm, or nothing. */
const HOSTILE = ['p=<img src=x onerror=alert(1)>', 's=%3Cscript%3Ealert(1)%3C/script%3E', 'm=<svg onload=alert(1)>', 'd=<b>,animation', 'p=--help', 'x.--help=1',
  'n=--help', 'n=-o',   'n=./mine.c', 'n=file:/etc/passwd', 'n=http://127.0.0.1:9/x', 'n=hypercube:30', 'n=hypercube:-1', 'n=complete:99999999', 'n=complete:1e9', 'n=%00', 'sched=!!!', 'sched=AAAA',
  'goal=AAAA', 'net=%20', 'x.engine=mpi', 'x.__proto__=1', 'x.=1', 'x.root=-5', 'x.seed=99999999999999999999', 'cost=%00', 'cost=ts=1e400', 'cost=javascript:alert(1)', '%E0%A4%A',
  'v=99&unknown=1', 'v=', 's=', '=&&==&', 't=NaN', 't=1e308', 'pick=javascript:alert(1)', 'story=!!!', 'story=[{"at":0,"text":"<img src=x>"}]', `race=${'a,'.repeat(4000)}`];

/** Links are data: no markup, no option, no endless text, no request. The first ones open the page, the others change its address. */
async function hostile(browser) {
  const packed = text => deflateRawSync(text).toString('base64url'), good = { problem: 'broadcast', network: 'hypercube:3', strategy: 'binomial', model: null, cost: null, settings: {}, schedule: null, goal: null, net: null, race: [] };
  const words = [`sched=${packed(Buffer.alloc(64 << 20, 49))}`, `net=${packed('0 <img src=x onerror=alert(1)>\n')}`, `goal=${packed('\0'.repeat(1 << 20))}`, `lesson=${packed(Buffer.alloc(64 << 20, 49))}`, ...HOSTILE];
  let tab = null;
  for (const [i, word] of words.entries()) {
    const fresh = i % 8 === 0, what = word.slice(0, 60);
    if (fresh) {
      await tab?.close();
      tab = await openReady(browser, `${url}#v=1&${word}`);
    } else {
      await tab.value(`new Promise(done => { addEventListener('hashchange', () => setTimeout(done, 100), { once: true }); location.hash = ${JSON.stringify(`v=1&${word}`)}; })`);
    }
    const { error } = await settled(tab);
    expect(error === null || (typeof error === 'string' && error.length < 2000 && !/Unexpected|unknown option/.test(error)), `${what}: ${error}`);
    expect(!(await tab.value("document.querySelector('main [src=x], main script, main iframe, main svg[onload]')")), `${what}: markup`);
    same(tab.said, [], `${what}: the console`);
    same((tab.asked ?? []).filter(address => !/^(file|blob|data):/.test(address)), [], `${what}: requests`);
    same((await set(tab, good)).error, null, `${what}: afterwards`);
  }
  await tab.close();
}

/** Words of the displays and their values, some of them changed at random: the page stays, with all its parts. */
const DISPLAYED = { d: 'animation,matrix+', t: '2', w: '1..3', pick: 'message:1', order: 'Gray code', list: '3,2,1,0', colour: 'source', busy: 'all', speed: '3', theme: 'dark', labels: 'binary',
  race: '1,2', story: '[{"at":1,"text":"here","show":{"t":"2"},"ring":[9],"link":[[0,9]]}]', 'matrix.of': 'bytes', lesson: '3.1' };

async function shownAtRandom(tab) {
  const dice = new Dice(1), addresses = Array.from({ length: 40 }, () => Object.entries(DISPLAYED).filter(() => dice.below(3) === 0)
    .map(([key, value]) => `${dice.below(8) ? key : dice.mutated(key)}=${encodeURIComponent(dice.below(3) ? dice.mutated(value).toWellFormed() : value)}`).join('&'));
  for (const address of addresses) {
    await tab.value(`new Promise(done => { addEventListener('hashchange', () => requestAnimationFrame(() => requestAnimationFrame(() => done(0))), { once: true }); location.hash = ${JSON.stringify(`v=1&${address}`)}; setTimeout(done, 1000); })`);
    const { error } = await settled(tab);
    expect(error === null && await tab.value("!!document.querySelector('#stage #play') && document.getElementById('judged').textContent !== ''"), `${address}: ${error}`);
    same(tab.said, [], `${address}: the console`);
    tab.said.length = 0;
  }
}

/** The table sorts, and a click chooses. */
async function table(tab) {
  await set(tab, { problem: 'successive', network: 'hypercube:4', strategy: 'rotated', model: null, cost: null, settings: {}, schedule: null });
  await tab.value("document.querySelector('#strategies th.time button').click()");
  const steps = await tab.value("[...document.querySelectorAll('#strategies tbody td.time')].map(cell => Number(cell.textContent))");
  same(steps, [...steps].sort((a, b) => a - b), 'sorted by steps');
  await tab.value("document.querySelector('#strategies [data-strategy=optimal]').click()");
  const result = await settled(tab);
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

/** The commands of a sample: the same bytes as the native program. */
async function sample(tab) {
  const commands = JSON.parse(readFileSync(samples, 'utf8'));
  expect(commands.length >= 200, `${commands.length} commands`);
  for (const { argv, files, status, out, err, made } of commands) {
    const found = await tab.value(`(async ({ argv, files }) => {
      const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0)), text = each => btoa(Array.from(each, byte => String.fromCharCode(byte)).join(''));
      const all = object => Object.fromEntries(Object.entries(object).map(([name, each]) => [name, typeof each === 'string' ? bytes(each) : text(each)]));
      const r = await ${HOOK}.command(argv, all(files), null);
      for (const name of Object.keys(files)) delete r.files[name];
      return { status: r.status, out: text(r.out), err: text(r.err), made: all(r.files) };
    })(${JSON.stringify({ argv, files })})`);
    same(found, { status, out, err, made }, `weft ${argv.join(' ')}`);
  }
}

/** A display far from the window is drawn when it comes near. */
async function far(tab) {
  const drawn = "document.querySelector('#card-gantt canvas').style.height !== ''";
  await tab.value('scrollTo(0, 0)');
  await set(tab, { problem: 'successive', network: 'hypercube:4', strategy: 'woven', d: 'animation,spacetime,matrix,count,gantt' });
  await tab.frame();
  same(await tab.value(drawn), false, 'drawn though far');
  await tab.value("document.getElementById('card-gantt').scrollIntoView()");
  await tab.until(drawn);
  await tab.value('scrollTo(0, 0)');
}

/** The text twin of the drawing says the transfers of a step, as the schedule has them. */
async function twin(tab) {
  const words = ['run', 'successive', '-n', 'hypercube:3', '-s', 'woven', '-t', 'run.sched'];
  run(...words);
  const lines = readFileSync(join(folder, 'run.sched'), 'utf8').split('\n').filter(line => /^\d/.test(line)).map(line => line.split(' '));
  for (const t of [0, 4, 9]) {
    const all = lines.filter(each => Number(each[0]) === t + 1).map(each => `${each[1]} to ${each[2]}`), more = all.length > 6 ? ` and ${all.length - 6} more` : '';
    await set(tab, { problem: 'successive', network: 'hypercube:3', strategy: 'woven', model: null, cost: null, settings: {}, schedule: null, t: String(t) });
    await tab.until(`document.getElementById('twin').textContent === ${JSON.stringify(`step ${t + 1}: ${all.slice(0, 6).join(', ')}${more}.`)}`);
  }
  same(await tab.value("document.getElementById('twin').ariaLive"), 'polite', 'the text is announced');
}

/** With reduced motion, nothing plays by itself, and the clock goes from step to step. */
async function still(browser) {
  const tab = await openReady(browser, `${url}#v=1&t=0`), features = [{ name: 'prefers-reduced-motion', value: 'reduce' }];
  await tab.send('Emulation.setEmulatedMedia', { features });
  await tab.value('history.replaceState(null, "", location.pathname)');
  await tab.send('Page.reload');
  await tab.until("document.documentElement?.dataset.ready === 'yes' && location.hash", 300000);
  same(await tab.value(`${HOOK}.state().t`), '0', 'nothing plays');
  const times = await tab.value(`new Promise(done => {
    const times = new Set();
    document.getElementById('play').click();
    requestAnimationFrame(function next() {
      times.add(Number(${HOOK}.state().t));
      if (times.size < 5) requestAnimationFrame(next);
      else done([...times]);
    });
  })`);
  same(times, [0, 1, 2, 3, 4], 'the clock in steps');
  await tab.close();
}

/** On a phone, the controls are in a sheet, targets are large, and the rest of a row of the table is below it. */
async function phone(tab) {
  const visible = id => tab.value(`document.getElementById('${id}').checkVisibility()`);
  await set(tab, { problem: 'successive', network: 'hypercube:4', strategy: 'rotated', model: null, cost: null, settings: {}, schedule: null, goal: null, net: null, race: [] });
  expect(await visible('sheet') && !(await visible('sentence')), 'no sheet on a wide screen');
  await tab.size(390, 844);
  await tab.frame();
  expect(!(await visible('sheet')), 'the sheet is closed');
  same(await tab.value("document.getElementById('sentence').innerText"), 'successive on hypercube:4 by rotated in shouting', 'the sentence');
  expect((await tab.value("document.querySelector('#strategies .rest').innerText")).includes('bound 26'), 'the rest of the chosen row');
  expect(await tab.value("document.querySelector('#strategies .scroll').scrollWidth <= document.querySelector('#strategies .scroll').clientWidth"), 'the whole table is seen');
  await tab.value("document.getElementById('sentence').click()");
  expect(await visible('sheet') && await tab.value("document.getElementById('sheet').contains(document.activeElement)"), 'the sheet opens, with the focus');
  const small = await tab.value(`[...document.querySelectorAll('main :is(button, select, summary, input[type=text])')].filter(each => each.checkVisibility({ checkVisibilityCSS: true })
    && each.offsetHeight < 40).map(each => each.id || each.textContent.slice(0, 20) || each.className)`);
  same(small, [], 'targets that are too small');
  await tab.key('Escape');
  expect(!(await visible('sheet')) && await tab.value("document.activeElement.id === 'sentence'"), 'Escape closes the sheet');
  await tab.size(1280, 800);
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

// ---- all together -----------------------------------------------------------------

const browser = new (kind === 'firefox' ? Firefox : Browser)(program);
try {
  const tab = await openReady(browser, `${url}#v=1&t=0`); /* an address: nothing plays by itself */
  await play(tab, { numbers, refusal, schedule, texts, table, commands, sample, far, twin, links: t => links(browser, t), hostile: () => hostile(browser), random: shownAtRandom,
    ...(kind === 'page' ? { widths, phone, still: () => still(browser) } : {}) }); /* no window of Firefox is that narrow, and it has no emulation */
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
finish();
