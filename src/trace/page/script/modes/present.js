/* Presentation mode: one display fills the screen, drawn large enough to be read from the back of a
 * room. It requests full screen, but also works without. */
import { make } from '../element.js';

const LETTERS = 10; /* size of the smallest letters in displays, in their pixels */
const LARGE = 28 / 1080; /* size of letters in a presentation, relative to the height of the screen */
const EDGE = 16;

export class Presenter {
  /** @param {any} page */
  constructor(page) {
    this.page = page;
    this.on = false;
    this.word = '';
    this.title = make('strong');
    this.clock = make('output');
    this.verdict = make('span');
    this.head = make('div', { id: 'presented', hidden: true }, this.title, this.verdict, this.clock);
    this.dark = make('div', { id: 'blank', hidden: true });
    document.body.append(this.head, this.dark);
    const { signal } = page.ended;
    addEventListener('fullscreenchange', () => {
      if (!document.fullscreenElement) this.stop();
    }, { signal });
    addEventListener('resize', () => this.on && this.page.later('view'), { signal });
  }

  /** Return how many pixels of the screen a pixel of a display has. */
  get zoom() {
    return this.on ? Math.max(1, innerHeight * LARGE / LETTERS) : 1;
  }

  /** Return the height of the screen below the top of an element. @param {Element} place */
  room(place) {
    const { story, race } = this.page, top = place.getBoundingClientRect().top + (this.on ? 0 : scrollY);
    return Math.max(120 * this.zoom, (innerHeight - top - story.element.offsetHeight - race.height - EDGE) / race.rows);
  }

  toggle() {
    if (this.on) this.stop();
    else this.start();
  }

  start() {
    const { displays } = this.page.view;
    if (!displays.length) return;
    this.on = true;
    this.head.hidden = false;
    document.documentElement.classList.add('presenting');
    this.show([this.page.view.race.length ? 'animation' : this.word, ...displays].find(word => displays.includes(word)));
    const gesture = /** @type {any} */ (navigator).userActivation?.isActive ?? true;
    if (gesture) document.documentElement.requestFullscreen?.()?.catch(() => {});
  }

  stop() {
    if (!this.on) return;
    this.on = false;
    this.head.hidden = this.dark.hidden = true;
    document.documentElement.classList.remove('presenting');
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    this.page.later('view');
  }

  /** Show the display with this word. */
  show(word) {
    if (!this.on) return;
    this.word = word;
    for (const [each, card] of this.page.cards) card.element.classList.toggle('shown', each === word);
    document.documentElement.style.setProperty('--zoom', String(this.zoom));
    this.page.later('view');
  }

  /** Return the actions of keys in a presentation: show one of the first nine displays, blank the screen, end. */
  keys() {
    const { displays } = this.page.view, keys = {};
    displays.slice(0, 9).forEach((word, i) => { keys[i + 1] = () => this.show(word); });
    return { ...keys, b: () => { this.dark.hidden = !this.dark.hidden; }, Escape: () => this.stop() };
  }

  /** Update the parts that depend on the clock. */
  now() {
    if (!this.on) return;
    const { page } = this, card = page.cards.get(this.word);
    if (!card) {
      this.stop();
      return;
    }
    this.title.textContent = card.display.title;
    this.clock.textContent = page.view.clockText();
    this.verdict.textContent = page.view.race.length ? '' : page.verdict.text();
  }
}
