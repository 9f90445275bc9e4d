// The npm package: its functions against the native program, its types against what the functions
// return, its files, its example; in a browser too, if there is one.
//     npm.mjs WEFT PACKAGE [BROWSER]
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { Browser } from '../viewer/browser.mjs';

const [program, folder, browserProgram] = process.argv.slice(2);
const { load, WeftError } = await import(join(resolve(folder), 'weft.js'));
const weft = await load();
const place = mkdtempSync(join(tmpdir(), 'weft-npm-'));
const native = (...words) => spawnSync(resolve(program), words, { cwd: place, encoding: 'utf8' });
const types = readFileSync(join(folder, 'weft.d.ts'), 'utf8');

/** The members of an interface are there, with their types. */
function typed(name, value) {
  const body = types.match(new RegExp(`export interface ${name} \\{([^]*?)\\n?\\}\\n`))[1].replace(/\/\*\*[^]*?\*\//g, '');
  const members = [...body.matchAll(/^\s*(\w+): ([^\n]*)$/gm)].flatMap(([, member, type]) => [[member, type.replace(/,.*/, '')]]);
  assert.ok(members.length, name);
  for (const [member, type] of members) {
    const kind = value[member] === null ? 'null' : Array.isArray(value[member]) ? 'array' : typeof value[member];
    const holds = type.split(' | ').some(one => one === kind || (kind === 'array' && /\[\]$/.test(one)) || one === JSON.stringify(value[member]) || (one.startsWith('{') && kind === 'array'));
    assert.ok(holds, `${name}.${member}: ${kind}, not ${type}`);
  }
}

const schedule = '1 0 1 0\n1 0 2 0\n';
writeFileSync(join(place, 'bad.sched'), schedule);
const calls = [
  ['Run', ['run', 'allgather'], { strategy: 'ring', network: 'ring:8' }],
  ['Run', ['run', 'successive'], { strategy: 'rotated', network: 'hypercube:3', spacing: 1, on_conflict: 'report' }],
  ['Comparison', ['compare', 'allreduce'], { network: 'complete:8', strategy: ['ring', 'rabenseifner'], cost: 'ts=100,tw=1' }],
  ['Bound', ['bound', 'broadcast'], { network: 'mesh:3x3' }],
  ['Verdict', ['check', 'bad.sched'], { network: 'ring:4', model: 'one-port-duplex' }],
];
for (const [type, words, settings] of calls) {
  const { files, ...result } = await weft[words[0]](words[1], settings, words[0] === 'check' ? { 'bad.sched': schedule } : {});
  const options = Object.entries(settings).map(([name, value]) => `--${name.replace('_', '-')}=${value}`);
  const expected = JSON.parse(native(...words, ...options, '--json').stdout);
  for (const one of [result, expected, ...result.rows ?? [], ...expected.rows ?? []])
    for (const name of Object.keys(one)) if (name.includes('seconds')) delete one[name];
  assert.deepEqual(result, expected, words.join(' '));
  assert.deepEqual(Object.keys(files), []);
  typed(type, result);
}
typed('Optimum', await weft.optimum('broadcast', { network: 'ring:4' }));
assert.deepEqual(await weft.list('models').then(({ files, ...rest }) => rest), JSON.parse(native('list', 'models', '--json').stdout));
assert.equal((await weft.check('bad.sched', { network: 'ring:4', model: 'one-port' }, { 'bad.sched': schedule })).verdict, 'not valid');

// Files that are written, several calls at once, failures.
const runs = await Promise.all(['ring:4', 'ring:5', 'hypercube:3'].map(network => weft.run('allgather', { network, trace: 'run.sched' })));
for (const { files, network } of runs) {
  native('run', 'allgather', `--network=${network}`, '--trace=run.sched');
  assert.deepEqual(Object.keys(files), ['run.sched']);
  assert.equal(new TextDecoder().decode(files['run.sched']), readFileSync(join(place, 'run.sched'), 'utf8'));
}
native('figure', 'gantt', 'bad.sched', '-o', 'bad.svg');
assert.equal(await weft.figure('gantt', 'bad.sched', {}, { 'bad.sched': schedule }), readFileSync(join(place, 'bad.svg'), 'utf8'));
assert.match(await weft.page(['bad.sched'], {}, { 'bad.sched': schedule }), /^<!DOCTYPE html>/i);
const refused = (promise, status, text) => assert.rejects(promise, error => error instanceof WeftError && error.status === status && text.test(error.message), String(text));
await refused(weft.run('allgather', { strategy: 'rnig' }), 64, /did you mean 'ring'/);
await refused(weft.check('none.sched', {}, {}), 1, /none\.sched/);
await refused(weft.figure('gantt', 'none.sched', {}, {}), 1, /none\.sched/);

// The files and the example.
const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).map(entry => entry.name).sort();
const pack = spawnSync('npm', ['pack', '--dry-run', '--json', resolve(folder)], { cwd: place, encoding: 'utf8' });
if (pack.error) console.log('no npm here: the list of files is not compared');
else {
  const [packed] = JSON.parse(pack.stdout);
  assert.deepEqual(packed.files.map(({ path }) => path.split('/').at(-1)).sort(), names);
  assert.ok(packed.size < 2e6, `${packed.size} bytes`);
  console.log(`${packed.filename}: ${packed.size} bytes`);
}
const said = execFileSync(process.execPath, [join(folder, 'example.mjs')], { encoding: 'utf8' });
assert.match(said, /^ring: time 18360,[^]*7 steps: valid\na figure\n$/);

// In a browser.
if (browserProgram) {
  const kinds = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', kinds[extname(request.url)] ?? 'text/plain');
    const path = join(folder, request.url);
    if (request.url === '/page.html') response.end('<!DOCTYPE html><title>weft</title>');
    else response.writeHead(existsSync(path) ? 200 : 404).end(existsSync(path) ? readFileSync(path) : '');
  }).listen(0, '127.0.0.1');
  await new Promise(done => server.on('listening', done));
  const browser = new Browser(browserProgram);
  try {
    const tab = await browser.open(`http://127.0.0.1:${server.address().port}/page.html`, { ready: false });
    await tab.until("document.readyState === 'complete' && location.protocol === 'http:'");
    const steps = await tab.value("import('/weft.js').then(m => m.load()).then(weft => weft.run('allgather', { network: 'ring:8' })).then(run => run.steps)");
    assert.equal(steps, 7);
  } finally {
    await browser.close();
    server.close();
  }
} else console.log('no browser here: the package ran in Node.js only');
rmSync(place, { recursive: true });
