/* The page of runs: manages the displays, the clock and the keyboard. */
import { View } from './view.js';
import { Palette, themeOf } from './colours.js';
import { Card } from './card.js';
import { Controls } from './head/controls.js';
import { closeMenu, make } from './element.js';
import { displays } from './displays.js';
import { stopFilm } from './film/film.js';
import { Presenter } from './modes/present.js';
import { Race } from './modes/race.js';
import { Story } from './modes/story.js';
import { Verdict } from './head/verdict.js';

const NEAR = '300px'; /* distance from the window within which displays are drawn */

/** Return the displays that are shown at first: those that have something to
 * show, the most informative one first. @param {import('./data.js').Run[]}
 * runs */
function usualOf(runs) {
  const silent = runs.every(run => run.told.stats.messages === '0');
  const tasks = runs.some(run => [...run.parameters.keys()].some(key => key.startsWith('task.')));
  if (silent) return tasks ? ['task-gantt', 'task-surface', 'count', 'gantt', 'statistics'] : ['gantt', 'count', 'statistics'];
  const network = runs.some(run => run.network) ? ['animation'] : [];
  const ours = runs.some(run => run.step && run.parameters.has('problem')), more = tasks ? ['task-gantt'] : [];
  if (tasks && !ours) return ['task-gantt', 'spacetime', ...network, 'count', 'statistics'];
  return [...network, 'spacetime', 'count', ...(ours ? ['knowledge'] : []), ...more, 'statistics'];
}

/** Does a control use the key itself? @param {HTMLElement} target */
function usesKey(target, key) {
  const { tagName, id } = target, type = tagName === 'INPUT' ? /** @type {HTMLInputElement} */ (target).type : '';
  if (/^(BUTTON|SUMMARY)$/.test(tagName) || type === 'checkbox') return key === ' ';
  if (tagName === 'SELECT') return !/^Arrow(Left|Right)$/.test(key);
  if (type === 'range') return id !== 'scrub' && /^(Arrow|Home|End|Page)/.test(key);
  return /^(text|number|search)$/.test(type) || tagName === 'TEXTAREA';
}

/**
 * A program that the page is a part of: it places the elements of the page, and has an address of
 * its own. `near` has the words of the displays that are in the window or close to it; others are
 * not drawn. `passed` is called at the end of a story, and at its beginning on the way back;
 * `heightMost` limits the height of a picture.
 * @typedef {{mount: (page: any) => void, moved: (page: any) => void, near: Set<string>, passed: (direction: number) => void,
 *   heightMost: (place: HTMLElement) => number, raceHint: string}} Host
 */

export class Page {
  /** @param {any} told the result of readRuns() @param {Host|null} host */
  constructor({ title, heading, show, runs }, host = null) {
    this.host = host;
    this.ended = new AbortController();
    const { signal } = this.ended;
    this.view = new View(runs);
    this.view.displays = usualOf(runs);
    const kept = show.split('&').filter(word => word.startsWith('story=')).join(''); /* kept in all addresses of the page */
    this.view.readAddress(location.hash && !host ? `${kept}&${location.hash.slice(1)}` : show, displays);
    document.title = this.title = title;
    this.controls = new Controls(this.view, this, displays, heading, title);
    this.verdict = new Verdict(this.view, this.controls);
    this.story = new Story(this, displays);
    this.presenter = new Presenter(this);
    this.race = new Race(this);
    this.grid = make('div', { id: 'cards' });
    this.tip = make('div', { id: 'tip', role: 'tooltip', hidden: true });
    this.hint = make('div', { id: 'hint', role: 'status', hidden: true });
    if (host) host.mount(this);
    else document.getElementById('page').append(this.controls.element, this.controls.strip, this.grid, this.story.element, this.tip, this.hint);
    /** @type {Map<string, Card>} */
    this.cards = new Map();
    this.todo = new Set();
    this.nearby = host && new IntersectionObserver(changes => this.scrolled(changes), { rootMargin: NEAR });
    this.still = matchMedia('(prefers-reduced-motion: reduce)');
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.dark.addEventListener('change', () => this.view.changed('view'), { signal });
    this.view.listen(what => this.later(what));
    addEventListener('keydown', event => this.key(event), { signal });
    if (!host) addEventListener('hashchange', () => this.readAddress());
    addEventListener('beforeprint', () => this.print(true), { signal });
    addEventListener('afterprint', () => this.print(false), { signal });
    if (runs.every(run => run.ready)) this.view.chooseColour();
    this.update('displays');
    this.sizes = new ResizeObserver(() => this.size() === this.sized || this.later('view')); /* called at first, too */
    this.sizes.observe(this.controls.element);
  }

  /** End the page: another one takes its place. */
  destroy() {
    this.ended.abort();
    this.view.playing = false;
    this.sizes.disconnect();
    this.nearby?.disconnect();
    if (this.presenter.on) this.presenter.toggle();
    for (const card of this.cards.values()) card.destroy();
    const { controls, presenter } = this;
    for (const element of [controls.element, controls.strip, this.grid, this.story.element, this.tip, this.hint, presenter.head, presenter.dark])
      element.remove();
  }

  themeName() {
    if (this.printing) return 'print';
    if (this.view.theme !== 'auto') return this.view.theme;
    return this.dark.matches ? 'dark' : 'light';
  }

  /** Return whether a card is to be drawn now. @param {Card} card */
  isNear(card) {
    return !this.host || this.printing || this.host.near.has(card.display.word);
  }

  /** Cards have come near, or gone. @param {IntersectionObserverEntry[]} changes */
  scrolled(changes) {
    for (const { target, isIntersecting } of changes) {
      const card = [...this.cards.values()].find(each => each.element === target);
      if (!card) continue;
      if (isIntersecting) this.host.near.add(card.display.word);
      else this.host.near.delete(card.display.word);
      if (isIntersecting && card.stale) this.redraw(card);
    }
  }

  /* ---- drawing: at most once in a frame ------------------------------- */

  later(what) {
    if (!this.todo.size) requestAnimationFrame(() => this.flush());
    this.todo.add(what);
  }

  /** Draw one card again. @param {Card} card */
  redraw(card) {
    this.later(card);
  }

  flush() {
    const todo = this.todo;
    this.todo = new Set();
    if (this.ended.signal.aborted) return;
    if (todo.has('displays')) this.update('displays');
    else if (todo.has('view')) this.update('view');
    else {
      for (const card of todo) if (card instanceof Card) card.draw(this.palette.theme, this.palette);
      if (todo.has('clock')) {
        this.controls.now();
        this.story.now();
        this.race.now();
      }
      this.presenter.now();
      if (todo.has('clock') || todo.has('pointer')) for (const card of this.cards.values()) card.now();
    }
    if (!(todo.size === 1 && todo.has('pointer'))) this.writeAddress();
  }

  update(what) {
    const { view } = this, theme = themeOf(this.themeName());
    document.documentElement.dataset.theme = this.themeName() === 'dark' ? 'dark' : 'light';
    this.palette = new Palette(view, theme);
    this.race.arrange();
    if (what === 'displays') this.arrange();
    this.race.now();
    this.controls.mark();
    this.controls.drawScrub(theme);
    this.verdict.drawTicks(theme);
    this.controls.legend.draw(this.palette);
    this.story.now();
    for (const card of this.cards.values()) card.draw(theme, this.palette);
    this.presenter.now();
    this.sized = this.size();
  }

  /** Return the size of the header, which the displays follow. */
  size() {
    const { offsetWidth, offsetHeight } = this.controls.element;
    return `${offsetWidth} ${offsetHeight}`;
  }

  /** Create, remove and arrange the cards of the selected displays. */
  arrange() {
    const { view } = this;
    for (const [word, card] of this.cards)
      if (!view.displays.includes(word)) {
        card.destroy();
        this.cards.delete(word);
      }
    for (const word of view.displays) {
      const display = displays.find(d => d.word === word);
      if (!this.cards.has(word)) {
        this.cards.set(word, new Card(view, display, this));
        this.nearby?.observe(this.cards.get(word).element);
        if (display.races) this.race.adopt(this.cards.get(word));
      }
      const { element } = this.cards.get(word);
      this.cards.get(word).markWide();
      const at = view.displays.indexOf(word);
      if (this.grid.children[at] !== element) this.grid.insertBefore(element, this.grid.children[at] ?? null);
    }
  }

  toggleDisplay(word) {
    const { view } = this;
    if (view.displays.includes(word)) view.displays = view.displays.filter(d => d !== word);
    else view.displays = [...view.displays, word];
    view.changed('displays');
  }

  toggleWide(word) {
    const { wide } = this.view;
    if (!wide.delete(word)) wide.add(word);
    this.view.changed('displays');
  }

  /** Replace one display by another. */
  replace(word, other) {
    const { view } = this;
    view.displays = [...new Set(view.displays.map(d => (d === word ? other : d)))];
    view.changed('displays');
  }

  print(on) {
    this.printing = on;
    this.update('view');
  }

  /* ---- the address ---------------------------------------------------- */

  writeAddress() {
    if (this.host) {
      this.host.moved(this);
      return;
    }
    clearTimeout(this.writing);
    this.writing = setTimeout(() => {
      this.written = this.view.address();
      if (location.hash !== this.written) history.replaceState(null, '', this.written);
    }, this.view.playing ? 500 : 50);
  }

  readAddress() {
    if (location.hash === this.written) return;
    this.view.readAddress(location.hash, displays);
    this.view.changed('displays');
  }

  /* ---- the clock ------------------------------------------------------ */

  toggle() {
    const { view } = this;
    view.playing = !view.playing;
    if (view.playing && view.clock >= view.length) view.setClock(0);
    if (view.playing) {
      this.passed = 0;
      this.last = performance.now();
      requestAnimationFrame(now => this.tick(now));
    }
    view.changed('clock');
  }

  tick(now) {
    const { view } = this;
    if (!view.playing) return;
    this.passed += Math.min(0.1, (now - this.last) / 1000) * view.pace();
    this.last = now;
    const due = view.clock + this.passed, wanted = this.still.matches ? Math.min(view.next(1), view.length) : due;
    if (wanted <= due && this.advance(wanted)) return;
    requestAnimationFrame(next => this.tick(next));
  }

  /** Set the clock while it plays; returns whether it stops there. */
  advance(wanted) {
    const { view } = this, next = this.story.limit(view.clock, wanted);
    this.passed = 0;
    view.setClock(next);
    if (view.clock < view.length && next >= wanted) return false;
    view.playing = false;
    view.changed('clock');
    return true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { view } = this;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === 'Escape' && (closeMenu() || stopFilm())) return;
    if (event.ctrlKey || event.metaKey || event.altKey || usesKey(target, event.key) || this.controls.help.open) return;
    const keys = {
      ' ': () => this.toggle(),
      ArrowLeft: () => view.setClock(view.next(-1)), ArrowRight: () => view.setClock(view.next(1)),
      Home: () => view.setClock(0), End: () => view.setClock(view.length),
      '+': () => view.zoom(1.6), '=': () => view.zoom(1.6), '-': () => view.zoom(1 / 1.6),
      f: () => view.setWindow(0, view.length), '?': () => this.controls.toggleHelp(), c: () => this.verdict.go(1), C: () => this.verdict.go(-1),
      Escape: () => (view.race.length ? this.race.toggle() : view.set('chosen', null)), r: () => this.race.toggle(), p: () => this.presenter.toggle(),
      n: () => this.story.go(1), N: () => this.story.go(-1),
      ...(this.presenter.on ? this.presenter.keys() : {}),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  /** Show a hint about the use of the page, once. */
  teach(text) {
    if (this.hint.textContent) return;
    this.hint.textContent = text;
    this.hint.hidden = false;
    setTimeout(() => { this.hint.hidden = true; }, 5000);
  }

  /** Show how far a long action is; nothing ends it. */
  tell(text) {
    this.hint.textContent = text;
    this.hint.hidden = !text;
  }

  /** Handle a move of the pointer: highlight its time and processor in all displays. */
  point(pointer, text, event) {
    const { view } = this, before = view.pointer;
    const same = before?.time === pointer?.time && before?.rank === pointer?.rank;
    view.pointer = pointer;
    if (!same) view.changed('pointer');
    this.tip.hidden = !text;
    if (!text) return;
    this.tip.textContent = text;
    const x = Math.min(event.clientX + 14, innerWidth - this.tip.offsetWidth - 8);
    const y = Math.min(event.clientY + 16, innerHeight - this.tip.offsetHeight - 8);
    this.tip.style.left = `${Math.max(4, x)}px`;
    this.tip.style.top = `${Math.max(4, y)}px`;
  }
}
