// Random links, as the session of the playground takes them, in Node.js: whatever a link holds, the
// session answers with a result or with a sentence, and the next good state runs.
//
//     links.mjs BROWSER WEFT PAGE [LINKS [SEED]]
//
// The worker is that of the page, on a thread; a command that runs long is stopped, as by its button.
import { readFileSync } from 'node:fs';
import { Worker as Thread } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { expect, finish } from './asked.mjs';
import { Dice } from './dice.mjs';
import { packText, readAddress, firstState } from '../../src/playground/state.js';
import { Session } from '../../src/playground/session.js';

const [,,, , page, count = '150', seed = '1'] = process.argv, html = readFileSync(page, 'utf8'), LONG = 10000;
const element = id => html.split(` id="${id}">`)[1].split('</script>')[0], packed = id => gunzipSync(Buffer.from(element(id), 'base64'));
const NODE = `const { parentPort } = require('node:worker_threads');
globalThis.postMessage = data => parentPort.postMessage(data);
globalThis.addEventListener = (type, take) => parentPort.on(type, data => take({ data }));`;
const program = [NODE, packed('glue'), element('worker')].join('\n'), threads = new Set();

globalThis.document = { getElementById: id => ({ textContent: element(id) }) };
globalThis.Worker = class {
  constructor() {
    this.thread = new Thread(program, { eval: true });
    threads.add(this.thread);
    this.thread.on('message', data => this.onmessage({ data }));
    this.thread.on('error', error => this.onerror(error));
  }

  postMessage(message) {
    this.thread.postMessage(message);
  }

  terminate() {
    threads.delete(this.thread);
    this.thread.terminate();
  }
};

/** A session without a table, whose rows are as many runs. */
class Alone extends Session {
  async compare() {}
}

// ---- random links -----------------------------------------------------------------

const dice = new Dice(seed);
const ODD = ['', '-1', '0', '1e9', '99999999999999999999', 'NaN', '--help', '-o', '/etc/passwd', '../x', 'file:', 'file:own.net', '<b>', '\u0000', '\u202e', '\ud83d\ude00', '%', '%s%n', ',', ':', '=', '0x10', ' ', 'a'.repeat(199), 'a'.repeat(300)];
const GOOD = { ...firstState(), problem: 'broadcast', network: 'hypercube:2', strategy: 'binomial' };
const TEXTS = { sched: '# processors: 4\n1 0 1 0\n2 0 2 0\n2 1 3 0\n', net: '0 1\n1 2 2 10\n2 3\nswitch s\n3 s\n', goal: 'let m = 1\nhave 0: 0..m-1\nwant all: 0..m-1\n' };

/** Return a value that fits, one that nearly fits, or an odd one; of ten values of a link, as many as `wrong` do not fit. */
let wrong = 0;
function valueOf(good) {
  if (dice.below(10) >= wrong) return good;
  return dice.below(2) ? dice.mutated(good) : dice.one(ODD);
}

/** Return a link with some words. */
async function randomLink({ problems, networks, strategies, models, settings }) {
  const { name, network } = dice.one(problems), own = strategies.filter(each => each.problem === name), words = [];
  wrong = dice.below(5);
  words.push(`p=${valueOf(name)}`);
  const put = (key, value) => words.push(dice.below(12) ? `${key}=${encodeURIComponent(value.toWellFormed())}` : `${key}=${value}`);
  put('n', valueOf(dice.below(4) ? network : `${dice.one(networks).name}:${dice.one(['4', '8', '2x4', '2x2x2'])}`));
  put('s', valueOf(dice.one(own).name));
  const more = { m: () => valueOf(dice.one(models).name), cost: () => valueOf('ts=3,tw=2'), race: () => valueOf(dice.one(own).name), d: () => valueOf('animation,matrix'), t: () => valueOf('2'),
    v: () => valueOf('1'), story: () => valueOf('[{"at":1,"text":"here"}]'), pick: () => valueOf('message:1') };
  for (const [key, make] of Object.entries(more)) if (!dice.below(3)) put(key, make());
  for (let i = dice.below(3); i > 0; i--) {
    const each = dice.one(settings.filter(({ problem }) => problem === name || problem === null));
    put(`x.${valueOf(each.name)}`, valueOf(each.words?.length ? dice.one(each.words) : each.default ?? '3'));
  }
  for (const [key, text] of Object.entries(TEXTS)) if (!dice.below(6)) words.push(`${key}=${dice.below(5) ? await packText(valueOf(text)) : valueOf('AAAA')}`);
  return `#${words.join('&')}`;
}

// ---- each of them --------------------------------------------------------------------

const isSentence = error => typeof error === 'string' && error.length > 3 && error.length < 2000 && !/[\0-\x1f]|undefined|\[object|Error:|unreachable|Aborted|Unexpected|unknown option| {2}at /.test(error);
const session = new Alone({ module: WebAssembly.compile(packed('module')), address: '' });

/** Return the error of a state, or null; a run that takes long is stopped. */
async function errorOf(part) {
  const stop = setInterval(() => session.stop(), LONG);
  await session.set(part);
  clearInterval(stop);
  return session.error;
}

const told = { good: 0, sentences: 0 };
for (let i = 0; i < Number(count); i++) {
  const link = await randomLink(session.lists), { part } = await readAddress(link);
  const error = await errorOf({ ...firstState(), ...part }).catch(reason => `failed: ${reason.stack}`);
  expect(error === null || isSentence(error), `${link}: ${JSON.stringify(error)}`);
  expect(error !== null || typeof session.result.valid === 'boolean' || session.result.text, `${link}: neither valid nor a reason`);
  told[error === null ? 'good' : 'sentences']++;
  if (error !== null && i % 10 === 0) expect((await errorOf(GOOD)) === null, `${link}: afterwards: ${session.error}`);
}
session.limits.run = 100;
expect((await errorOf({ ...GOOD, problem: 'alltoall', network: 'complete:1024', strategy: 'pairwise' }))?.includes('longer than 0.1 s'), `a long run: ${session.error}`);
Object.assign(session.limits, { run: 2 ** 30, size: 0 });
session.sizes.clear();
expect((await errorOf({ ...GOOD, network: 'random:4096x16' }))?.includes('longer than 0 s'), `a network that is counted long: ${session.error}`);
session.limits.size = 2 ** 30;
expect(told.good > Number(count) / 20 && told.sentences > Number(count) / 5, `too few of a kind: ${JSON.stringify(told)}`);
expect((await errorOf(GOOD)) === null && session.result.valid, `at the end: ${session.error}`);
console.log(JSON.stringify(told));
for (const thread of threads) await thread.terminate();
finish();
