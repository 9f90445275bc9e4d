/* Presentation: one display fills the screen, drawn large enough for the last row.
 * It asks for the whole screen, and does without where there is none. */
import { make } from './element.js';

const LETTERS = 10; /* the smallest letters of displays, in their pixels */
const LARGE = 28 / 1080; /* letters of a presentation, in heights of the screen */
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
    addEventListener('fullscreenchange', () => {
      if (!document.fullscreenElement) this.stop();
    });
    addEventListener('resize', () => this.on && this.page.later('view'));
  }

  /** How many pixels of the screen one of a display has. */
  get zoom() {
    return this.on ? Math.max(1, innerHeight * LARGE / LETTERS) : 1;
  }

  /** The height that is left below a place. @param {Element} place */
  room(place) {
    return Math.max(120 * this.zoom, innerHeight - place.getBoundingClientRect().top - this.page.story.element.offsetHeight - EDGE);
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
    this.show(displays.includes(this.word) ? this.word : displays[0]);
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

  /** A display by its word. */
  show(word) {
    this.word = word;
    for (const [each, card] of this.page.cards) card.element.classList.toggle('shown', each === word);
    document.documentElement.style.setProperty('--zoom', String(this.zoom));
    this.page.later('view');
  }

  /** What the keys mean here: the first nine displays, a blank screen, the end. */
  keys() {
    const { displays } = this.page.view, keys = {};
    displays.slice(0, 9).forEach((word, i) => { keys[i + 1] = () => this.show(word); });
    return { ...keys, b: () => { this.dark.hidden = !this.dark.hidden; }, Escape: () => this.stop() };
  }

  /** What moves with the clock. */
  now() {
    if (!this.on) return;
    const { page } = this, card = page.cards.get(this.word);
    if (!card) {
      this.stop();
      return;
    }
    this.title.textContent = card.display.title;
    this.clock.textContent = page.view.clockText();
    this.verdict.textContent = page.verdict.text();
  }
}
