// The page in Firefox, driven by Marionette: it opens, draws every display,
// moves, says nothing on the console, and its numbers are those of Chromium's.
//
//     firefox.mjs FIREFOX PAGE
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [,, program, page] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'weft-firefox-'));
const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
let failures = 0;

function expect(good, what) {
  if (good) return;
  failures++;
  console.log(`not so: ${what}`);
}

/** Messages are "LENGTH:[0, id, command, parameters]". */
class Marionette {
  static async open(port) {
    const self = new Marionette();
    self.waiting = new Map();
    self.next = 0;
    self.socket = connect(port, '127.0.0.1');
    let bytes = Buffer.alloc(0);
    self.socket.on('data', data => {
      bytes = Buffer.concat([bytes, data]);
      for (let colon; (colon = bytes.indexOf(58)) > 0;) {
        const length = Number(bytes.subarray(0, colon));
        if (bytes.length < colon + 1 + length) return;
        self.take(JSON.parse(bytes.subarray(colon + 1, colon + 1 + length)));
        bytes = bytes.subarray(colon + 1 + length);
      }
    });
    await new Promise((resolve, reject) => self.socket.on('connect', resolve).on('error', reject));
    return self;
  }

  take(message) {
    if (!Array.isArray(message)) return; // what it says of itself
    const [, id, error, result] = message, { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) reject(new Error(`${error.error}: ${error.message}`));
    else resolve(result);
  }

  send(command, parameters = {}) {
    const id = ++this.next, text = JSON.stringify([0, id, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  async value(script) {
    return (await this.send('WebDriver:ExecuteScript', { script: `return ${script}`, args: [], newSandbox: false, sandbox: null })).value;
  }

  async until(script, milliseconds) {
    for (const end = Date.now() + milliseconds; Date.now() < end; await wait(50)) if (await this.value(script)) return;
    throw new Error(`not in ${milliseconds} ms: ${script}`);
  }
}

/** The port that it chose, once it listens. */
async function portOf(firefox) {
  for (let i = 0; i < 1200 && firefox.exitCode === null; i++, await wait(50)) {
    const name = join(folder, 'MarionetteActivePort');
    const port = existsSync(name) ? Number(readFileSync(name, 'utf8')) : 0;
    if (port) return port;
  }
  throw new Error('Firefox does not listen');
}

async function look(tab) {
  await tab.send('WebDriver:Navigate', { url: page });
  await tab.until("document.documentElement.dataset.ready === 'yes'", 60000);
  await tab.value("(() => { const w = window.wrappedJSObject ?? window; w.weft.view.displays = w.weft.displays.map(d => d.word); w.weft.view.changed('displays'); return 1; })()");
  for (const share of [0, 0.4, 1]) {
    await tab.value(`(window.wrappedJSObject ?? window).weft.view.setClock((window.wrappedJSObject ?? window).weft.view.length * ${share})`);
    await tab.send('WebDriver:ExecuteAsyncScript', { script: 'const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(1)))', args: [] });
    const drawn = await tab.value(`[...document.querySelectorAll('canvas')].filter(canvas => canvas.width > 20 && canvas.height > 20).length`);
    expect(drawn > 20, `${drawn} canvases`);
  }
  const painted = await tab.value(`[...document.querySelectorAll('#card-count canvas')].some(canvas => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height), colours = new Set();
    for (let i = 0; i < data.length; i += 4) if (data[i + 3]) colours.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
    return colours.size > 2;
  })`);
  expect(painted, 'the count is painted');
  const total = await tab.value("[...document.querySelectorAll('#card-statistics tfoot tr')].map(row => [...row.cells].map(cell => cell.textContent).join(' '))");
  for (const line of total) console.log(line);
  expect(total.length > 0 && total.every(line => /^all( \d+)+$/.test(line)), 'the sums of the statistics');
}

const said = [];
writeFileSync(join(folder, 'user.js'), `user_pref("marionette.port", 0);
user_pref("devtools.console.stdout.content", true);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
`);
const firefox = spawn(program, ['--headless', '--no-remote', '--marionette', '--profile', folder, '--window-size=1400,1400'],
  { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder, MOZ_HEADLESS: '1' } });
for (const stream of [firefox.stdout, firefox.stderr]) stream.on('data', data => said.push(String(data)));
try {
  const tab = await Marionette.open(await portOf(firefox));
  await tab.send('WebDriver:NewSession', { capabilities: { alwaysMatch: { pageLoadStrategy: 'normal' } } });
  await look(tab);
  // what the page says names its file; what Firefox says of itself does not
  const lines = said.join('').split('\n').filter(line => /(error|warning|warn): file:|Content.Security/.test(line));
  expect(lines.length === 0, `the console: ${lines.join('; ')}`);
  await tab.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {});
} catch (error) {
  failures++;
  console.log(error.stack, said.join('').slice(-2000));
} finally {
  firefox.kill();
  await new Promise(resolve => (firefox.exitCode === null && firefox.signalCode === null ? firefox.on('exit', resolve) : resolve()));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
console.log(failures ? `${failures} failures` : 'as it should be');
process.exit(failures ? 1 : 0);
