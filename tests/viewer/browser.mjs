// Drives a Chromium without any package: DevTools' protocol over a pipe.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class Browser {
  constructor(program) {
    this.folder = mkdtempSync(join(tmpdir(), 'weft-browser-'));
    this.process = spawn(program, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
      '--force-color-profile=srgb', '--hide-scrollbars', '--remote-debugging-pipe',
      `--user-data-dir=${this.folder}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.next = 0;
    this.waiting = new Map();
    this.listeners = new Set();
    this.ended = null; // how, if it has ended: nobody waits for an answer then
    this.process.on('exit', (code, signal) => {
      this.ended = `Chromium has ended: ${signal ?? code}`;
      for (const { reject } of this.waiting.values()) reject(new Error(this.ended));
      this.waiting.clear();
    });
    this.process.stdio[3].on('error', () => {}); // it has ended: said above
    let text = '';
    this.process.stdio[4].on('data', data => {
      text += data;
      for (let end; (end = text.indexOf('\0')) >= 0; text = text.slice(end + 1)) this.take(JSON.parse(text.slice(0, end)));
    });
  }

  take(message) {
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (waiting && message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else if (waiting) waiting.resolve(message.result);
    else for (const listener of this.listeners) listener(message);
  }

  send(method, params = {}, sessionId = undefined) {
    if (this.ended) return Promise.reject(new Error(this.ended));
    const id = ++this.next;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, method }));
  }

  async open(url, { width = 1280, height = 900, dark = false, ready = true } = {}) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const tab = new Tab(this, sessionId, targetId);
    for (const domain of ['Runtime', 'Log', 'Page', 'Network']) await tab.send(`${domain}.enable`);
    await tab.size(width, height);
    await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
    await tab.send('Page.navigate', { url });
    if (ready) await tab.until("document.documentElement?.dataset.ready === 'yes'");
    return tab;
  }

  async close() {
    await this.send('Browser.close').catch(() => {});
    await new Promise(resolve => (this.ended ? resolve() : this.process.on('exit', resolve)));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

class Tab {
  constructor(browser, session, target) {
    Object.assign(this, { browser, session, target, said: [], asked: [] });
    this.listener = message => {
      if (message.sessionId !== session) return;
      const { method, params } = message;
      if (method === 'Runtime.exceptionThrown') this.said.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === 'Runtime.consoleAPICalled' && params.type !== 'log') this.said.push(`${params.type}: ${params.args.map(a => a.value).join(' ')}`);
      if (method === 'Log.entryAdded') this.said.push(`${params.entry.level}: ${params.entry.text}`);
      if (method === 'Network.requestWillBeSent') this.asked.push(params.request.url);
    };
    browser.listeners.add(this.listener);
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  async value(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  async until(expression, milliseconds = 60000) {
    for (const end = Date.now() + milliseconds; Date.now() < end;) {
      if (await this.value(`!!(${expression})`)) return;
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    throw new Error(`not in ${milliseconds} ms: ${expression}; the page says: ${this.said.join('; ')}`);
  }

  /** Two frames later all that was asked for is drawn. */
  frame() {
    return this.value('new Promise(f => requestAnimationFrame(() => requestAnimationFrame(() => f(1))))');
  }

  size(width, height) {
    return this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
  }

  async key(key) {
    const text = key.length === 1 ? key : undefined;
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    await this.frame();
  }

  async mouse(type, x, y, more = {}) {
    await this.send('Input.dispatchMouseEvent', { type, x, y, button: 'none', ...more });
  }

  async click(x, y) {
    await this.mouse('mouseMoved', x, y);
    await this.mouse('mousePressed', x, y, { button: 'left', clickCount: 1 });
    await this.mouse('mouseReleased', x, y, { button: 'left', clickCount: 1 });
    await this.frame();
  }

  /** Two fingers in the middle of a place move apart. */
  async pinch({ x, y, w, h }) {
    const points = away => [-away, away].map((by, id) => ({ x: x + w / 2 + by, y: y + h / 2, id }));
    for (const [type, away] of [['touchStart', 20], ['touchMove', 40], ['touchMove', 80]])
      await this.send('Input.dispatchTouchEvent', { type, touchPoints: points(away) });
    await this.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await this.frame();
  }

  async picture(whole = false) {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: whole,
      ...(whole ? { clip: { ...(await this.send('Page.getLayoutMetrics')).cssContentSize, scale: 1 } } : {}) });
    return Buffer.from(data, 'base64');
  }

  async close() {
    this.browser.listeners.delete(this.listener);
    await this.browser.send('Target.closeTarget', { targetId: this.target });
  }
}
