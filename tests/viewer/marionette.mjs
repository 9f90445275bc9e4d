// Drives a Firefox without any package: Marionette's protocol over a socket.
// Its tabs take what those of browser.mjs take: value(), until(), frame().
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

const PREFERENCES = `user_pref("marionette.port", 0);
user_pref("devtools.console.stdout.content", true);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
`;

export class Firefox {
  constructor(program) {
    this.folder = mkdtempSync(join(tmpdir(), 'weft-firefox-'));
    writeFileSync(join(this.folder, 'user.js'), PREFERENCES);
    this.output = [];
    this.waiting = new Map();
    this.next = 0;
    this.current = null; // the tab that commands go to; null: none that is open
    this.process = spawn(program, ['--headless', '--no-remote', '--marionette', '--profile', this.folder, '--window-size=1400,1400'],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: this.folder, MOZ_HEADLESS: '1' } });
    for (const stream of [this.process.stdout, this.process.stderr]) stream.on('data', data => this.output.push(String(data)));
    this.started = this.start();
    this.started.catch(() => {}); // whoever opens a tab hears it
  }

  /** Console lines that name a page's file; what Firefox says of itself does not. */
  get said() {
    return this.output.join('').split('\n').filter(line => /(error|warning|warn): (file|blob):|Content.Security/.test(line));
  }

  async start() {
    this.socket = connect(await this.port(), '127.0.0.1');
    let bytes = Buffer.alloc(0);
    this.socket.on('data', data => {
      bytes = Buffer.concat([bytes, data]);
      for (let colon; (colon = bytes.indexOf(58)) > 0;) {
        const length = Number(bytes.subarray(0, colon));
        if (bytes.length < colon + 1 + length) return;
        this.take(JSON.parse(bytes.subarray(colon + 1, colon + 1 + length)));
        bytes = bytes.subarray(colon + 1 + length);
      }
    });
    this.socket.on('close', () => this.fail('Firefox has ended'));
    await new Promise((resolve, reject) => this.socket.on('connect', resolve).on('error', reject));
    await this.send('WebDriver:NewSession', { capabilities: { alwaysMatch: { pageLoadStrategy: 'normal' } } });
    await this.send('WebDriver:SetTimeouts', { script: 600000, pageLoad: 600000 });
  }

  /** The port that it chose, once it listens. */
  async port() {
    for (let i = 0; i < 1200 && this.process.exitCode === null; i++, await wait(50)) {
      const name = join(this.folder, 'MarionetteActivePort');
      const port = existsSync(name) ? Number(readFileSync(name, 'utf8')) : 0;
      if (port) return port;
    }
    throw new Error(`Firefox does not listen: ${this.output.join('').slice(-2000)}`);
  }

  fail(text) {
    for (const { reject } of this.waiting.values()) reject(new Error(text));
    this.waiting.clear();
  }

  /** Messages are "LENGTH:[0, id, command, parameters]". */
  take(message) {
    if (!Array.isArray(message)) return; // what it says of itself
    const [, id, error, result] = message, waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.reject(new Error(`${error.error}: ${error.message}`));
    else waiting?.resolve(result);
  }

  send(command, parameters = {}) {
    const id = ++this.next, text = JSON.stringify([0, id, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  async open(url, { ready = true } = {}) {
    await this.started;
    if (!this.current) await this.send('WebDriver:SwitchToWindow', { handle: (await this.send('WebDriver:GetWindowHandles'))[0] }); // that of the last one may be closed
    const tab = new Tab(this, (await this.send('WebDriver:NewWindow', { type: 'tab', focus: true })).handle);
    await tab.send('WebDriver:Navigate', { url });
    if (ready) await tab.until("document.documentElement?.dataset.ready === 'yes'");
    return tab;
  }

  async close() {
    if (this.socket) await Promise.race([this.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {}), wait(5000)]);
    this.process.kill();
    if (this.process.exitCode === null && this.process.signalCode === null) await new Promise(resolve => this.process.on('exit', resolve));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

class Tab {
  constructor(browser, handle) {
    Object.assign(this, { browser, handle });
  }

  get said() {
    return this.browser.said;
  }

  async send(command, parameters = {}) {
    const { browser } = this;
    if (browser.current !== this) await browser.send('WebDriver:SwitchToWindow', { handle: this.handle });
    browser.current = this;
    return browser.send(command, parameters);
  }

  /** The value of an expression; of a promise, what it resolves to. */
  async value(expression) {
    const script = `const done = arguments[0]; Promise.resolve().then(() => (${expression})).then(value => done({ value }), error => done({ error: String(error) }));`;
    const { value: { value, error } } = await this.send('WebDriver:ExecuteAsyncScript', { script, args: [], newSandbox: false, sandbox: null });
    if (error) throw new Error(`${expression}: ${error}`);
    return value;
  }

  async until(expression, milliseconds = 60000) {
    for (const end = Date.now() + milliseconds; Date.now() < end; await wait(50)) if (await this.value(`!!(${expression})`)) return;
    throw new Error(`not in ${milliseconds} ms: ${expression}; the page says: ${this.said.join('; ')}`);
  }

  /** Two frames later all that was asked for is drawn. */
  frame() {
    return this.value('new Promise(f => requestAnimationFrame(() => requestAnimationFrame(() => f(1))))');
  }

  size(width, height) {
    return this.send('WebDriver:SetWindowRect', { width, height });
  }

  async close() {
    await this.send('WebDriver:CloseWindow');
    this.browser.current = null;
  }
}
