/* The playground: weft in one page. The session runs the commands of weft in a worker; everything
 * that the page says comes from them. */
import { button, make, textButton } from '../trace/page/script/element.js';
import { captionsOf } from '../trace/page/script/modes/story.js';
import { Pencil } from './draw.js';
import { Editor } from './editor.js';
import { Gallery } from './examples.js';
import { Form } from './form.js';
import { Lessons } from './lessons.js';
import { readModule } from './lanes.js';
import { Minimum } from './minimum.js';
import { NetDrawing } from './netdraw.js';
import { Report } from './report.js';
import { Session } from './session.js';
import { CommandLine, Share } from './share.js';
import { Theatre } from './stage.js';
import { addressOf, firstState, readAddress } from './state.js';
import { Table } from './table.js';

/** Members of a state that the displays have, and their words in an address. */
const SHOWN = ['d', 't', 'pick'];

class Playground {
  constructor(session) {
    this.session = session;
    this.theatre = new Theatre(session);
    this.form = new Form(session);
    this.report = new Report(session, { show: i => this.theatre.showFinding(i) });
    this.editor = new Editor(session);
    this.pencil = new Pencil(session, this.editor, this.theatre);
    this.editor.panels[0].append(this.pencil.element);
    this.editor.panels[1].prepend(new NetDrawing(session, this.editor, this.theatre).element);
    this.minimum = new Minimum(session, this.editor);
    this.table = new Table(session);
    this.line = new CommandLine(session);
    this.share = new Share(session);
    this.gallery = new Gallery();
    this.lessons = new Lessons(this);
    this.read = location.hash; /* the address that the page has followed or written last */
    this.theatre.listeners.push(() => this.later());
    session.listen(what => {
      if (what === 'result') session.shown = this.draw();
      if (what === 'state' || what === 'result') this.later();
    });
    addEventListener('hashchange', () => location.hash === this.read || this.follow());
    for (const type of ['dragover', 'drop']) addEventListener(type, event => this.drop(/** @type {DragEvent} */ (event)));
  }

  mount() {
    const help = button('?', 'help (?)', () => this.theatre.page?.controls.toggleHelp());
    const present = textButton('Present', 'one display fills the screen (p)', () => this.theatre.page?.presenter.toggle(), { id: 'present' });
    const share = textButton('Share', 'a link to what the page shows', () => this.share.open());
    const examples = textButton('Examples', 'pictures that are links', () => this.gallery.open());
    document.getElementById('page').replaceChildren(
      make('header', { id: 'top', className: 'bar' }, make('h1', { text: 'weft playground' }), make('span', { className: 'space' }), examples, this.lessons.menu, share, present, help),
      this.lessons.element, this.form.element,
      make('div', { id: 'desk' }, this.theatre.element, make('div', { id: 'side' }, this.report.element, this.minimum.element, this.editor.element)),
      this.line.element, this.table.element, this.theatre.rest, this.share.element, this.gallery.element);
  }

  /** Draw the run of the session, unless it is drawn, or a newer state will be; the verdict appears before. */
  async draw() {
    const { session, theatre } = this, { version } = session;
    theatre.element.classList.toggle('old', session.error !== null);
    if (!session.data || session.data === this.drawn) return;
    await new Promise(done => setTimeout(done));
    if (version !== session.version) return;
    this.drawn = session.data;
    await theatre.show(session.data);
  }

  /** Write the address, a while after the last change. */
  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), this.theatre.page?.view.playing ? 500 : 50);
  }

  /** Write the address, unless it is a new one that is still to be followed. */
  async write() {
    clearTimeout(this.timer);
    const lesson = await this.lessons.word(), { state } = this.session;
    const address = await addressOf(lesson ? { ...state, story: null } : state, [lesson, this.theatre.words()]);
    if (address.length > 200000 || location.hash !== this.read) return; /* no browser takes a longer one; the text can be saved */
    if (location.hash !== address) history.replaceState(null, '', address);
    this.read = location.hash;
  }

  /** Go to what the address says. A lesson is in its own state unless the address has one. */
  async follow() {
    this.read = location.hash;
    const { part, rest, lesson } = await readAddress(location.hash), state = { ...firstState(), ...part };
    const there = lesson && await this.lessons.openWord(lesson), words = /(^|&)t=/.test(rest) ? rest : `t=0&${rest}`;
    if (!there) {
      this.lessons.close();
      this.go(state, words, true);
    } else if (part.problem) this.go({ ...state, story: this.session.state.story }, rest);
  }

  /** Go to a state, and show words of the displays there; `fresh`: and nothing else. */
  go(part, words, fresh = false) {
    const { session, theatre } = this, { version } = session;
    session.set(part);
    if (session.version === version) {
      if (words) theatre.read(words);
      return;
    }
    theatre.wanted = [fresh ? '' : theatre.wanted, words].filter(word => word).join('&');
    theatre.fresh ||= fresh;
  }

  /** Take a file that is dropped on the page: the trace becomes the schedule. @param {DragEvent} event */
  async drop(event) {
    const [file] = event.dataTransfer?.files ?? [];
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    if (event.type !== 'drop' || !file) return;
    const { session } = this, text = await file.text();
    if (this.lessons.openText(text)) return;
    if (captionsOf(text)?.length) {
      session.set({ story: text });
      return;
    }
    const name = file.name.replace(/[^\w.-]/g, '_').replace(/^-/, '_'), bytes = new Uint8Array(await file.arrayBuffer());
    const made = await session.extra.command(['convert', name, 'schedule:own.sched'], { [name]: bytes }, ['own.sched']);
    this.editor.put(made.files['own.sched'] ? new TextDecoder().decode(made.files['own.sched']) : text);
  }

  /* ---- the hook for tests --------------------------------------------- */

  state() {
    const words = new URLSearchParams(this.theatre.words());
    const shown = Object.fromEntries(SHOWN.map(name => [name, words.get(name)]));
    return { ...structuredClone(this.session.state), ...shown };
  }

  set(part) {
    const shown = SHOWN.filter(name => part[name] !== undefined && part[name] !== null);
    this.go(part, shown.map(name => `${name}=${encodeURIComponent(part[name])}`).join('&'));
  }

  async settled() {
    for (let settling; settling !== this.session.settling;) {
      settling = this.session.settling;
      await settling;
    }
    await this.session.shown;
    await this.write();
  }

  result() {
    const { session } = this, { status, valid, conflicts, unmatched, steps, time, bound, ratio, messages, findings } = session.error === null ? session.result : session.noResult();
    return { status, valid, conflicts, unmatched, steps, time, bound, ratio, messages, findings, table: session.rows, error: session.error,
      commandLine: session.commandLine(), ms: session.ms };
  }
}

async function start() {
  document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const empty = location.hash.length < 2, source = await readModule();
  const session = new Session(source), playground = new Playground(session);
  playground.mount();
  performance.mark('weft-mounted');
  playground.follow();
  await new Promise(done => session.listen(what => what === 'result' && done()));
  performance.mark('weft-run');
  await session.shown;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (empty && !still) playground.theatre.page?.toggle();
  performance.mark('weft-ready');
  document.documentElement.dataset.ready = 'yes';
  return playground;
}

const ready = start();
/** @type {any} */ (globalThis).weft = { playground: {
  ready: ready.then(() => undefined),
  state: () => current().state(), set: part => current().set(part), settled: () => current().settled(), result: () => current().result(),
  command: (argv, files, want) => current().session.extra.command(argv, files, want),
} };

let begun = /** @type {Playground|null} */ (null);
ready.then(playground => { begun = playground; }, error => {
  document.getElementById('page').prepend(make('p', { className: 'failed', role: 'alert',
    text: `The playground cannot start: ${error.message}. It needs a browser from 2023 or later.` }));
});

function current() {
  if (!begun) throw new Error('the playground is not ready');
  return begun;
}
