/* The stage: the page of `weft view` inside the playground. A new run makes a new page, which shows
 * what the old one did. */
import { Page } from '../trace/page/script/main.js';
import { displays } from '../trace/page/script/displays.js';
import { readRuns } from '../trace/page/script/data.js';
import { findingsOf } from '../trace/page/script/known/broken.js';
import { make } from '../trace/page/script/element.js';

const SAID_MOST = 6; /* transfers in the text of a step */
const SAID_EVERY = 1000; /* milliseconds between two texts */
const NARROW = 640; /* width of a phone, as in style.css */
const LOW = 220; /* height of a display that is still legible */
const GAP = 60; /* note and edges of a display */

/** Return the transfers of the step of the clock in words, for screen readers. */
function stepText(view) {
  const [run] = view.runs, texts = [];
  let more = 0;
  if (!run.ready || view.clock >= view.length) return `${view.clockText()}.`;
  run.eachFlying(view.timeOf(run) + (run.step || 0) / 2, n => {
    const m = run.message;
    if (texts.length < SAID_MOST) texts.push(`${m.source[n] + run.first} to ${m.target[n] + run.first}`);
    else more++;
  });
  const next = view.steps ? `step ${Math.floor(view.clock) + 1}` : view.clockText();
  return texts.length ? `${next}: ${texts.join(', ')}${more ? ` and ${more} more` : ''}.` : `${next}: no transfers.`;
}

/** The page with its first display above the player. */
class Stage extends Page {
  arrange() {
    super.arrange();
    const first = this.cards.get(this.view.race.length ? 'animation' : this.view.displays[0]), { slot } = /** @type {Theatre} */ (this.host);
    if (first && slot.firstChild !== first.element) slot.replaceChildren(first.element);
  }
}

export class Theatre {
  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.session = session;
    this.wanted = ''; /* words of the displays for the next run */
    this.fresh = false; /* whether the next run keeps only speed and theme of the displays */
    this.passed = direction => {}; /* a story has ended, or one goes back before its beginning */
    this.notes = make('div', { id: 'quiz' });
    this.raceHint = 'A race needs two strategies: + in the table adds one';
    this.page = /** @type {Stage|null} */ (null);
    this.slot = make('div', { id: 'slot' });
    this.twin = make('p', { id: 'twin', 'aria-live': 'polite' });
    this.element = make('section', { id: 'stage', 'aria-label': 'first display and player' }, this.slot, this.twin);
    this.rest = make('section', { id: 'rest', 'aria-label': 'displays' });
    this.listeners = /** @type {Array<() => void>} */ ([]);
    this.near = new Set(['animation']); /* displays that are drawn */
  }

  /** Place the parts of a page. @param {any} page */
  mount({ controls, grid, story, tip, hint }) {
    this.element.append(controls.element, controls.strip, story.element);
    this.rest.append(grid);
    story.element.append(this.notes);
    document.body.append(tip, hint);
  }

  /** The page has drawn: its address may have changed. */
  moved() {
    this.timer ??= setTimeout(() => this.say(), SAID_EVERY);
    for (const listener of this.listeners) listener();
  }

  /** Say the step of the clock in words, unless the steps pass too fast for that. */
  say() {
    const view = this.page?.view, fast = view?.playing && view.steps && view.pace() > 1000 / SAID_EVERY;
    this.timer = undefined;
    if (!view || fast) return;
    const text = stepText(view);
    if (this.twin.textContent !== text) this.twin.textContent = text;
  }

  /** With a story, the first display leaves room for the player and the caption. @param {HTMLElement} place */
  heightMost(place) {
    const { page, slot } = this, below = page?.story.element.offsetHeight;
    if (!below || !slot.contains(place) || innerWidth < NARROW) return Infinity;
    return Math.max(LOW, innerHeight - place.getBoundingClientRect().top - scrollY - page.controls.element.offsetHeight - below - GAP);
  }

  /** Return the words of the displays, without what belongs to one run only. */
  words() {
    return this.page ? this.page.view.address().slice(1).replace(/&(w|race)=[^&]*/g, '') : this.wanted;
  }

  /** Show the data of `weft view --data`. */
  async show(data) {
    const told = readRuns(data), { runs } = told, old = this.page, focus = document.activeElement?.id;
    for (const run of runs) run.readFirst();
    await Promise.all(runs.map(run => run.readAll()));
    const playing = old?.view.playing && !this.fresh, inside = old && this.element.contains(document.activeElement);
    const kept = this.words().split('&').filter(word => !this.fresh || /^(speed|theme)=/.test(word));
    const show = [...kept, this.raceWord(runs, old), this.wanted, this.storyWord()].filter(word => word).join('&');
    this.wanted = '';
    this.fresh = false;
    old?.destroy();
    this.slot.replaceChildren();
    const page = this.page = new Stage({ ...told, show }, this);
    document.title = 'weft playground';
    if (inside && focus) document.getElementById(focus)?.focus();
    if (playing && page.view.clock < page.view.length) page.toggle();
    this.moved();
    return page;
  }

  /** Return the words of a race: another run starts one, and it goes on with the runs that stay. */
  raceWord(runs, old) {
    const more = runs.length > (old?.view.runs.length ?? 1), on = more || old?.view.race.length > 0;
    return runs.length > 1 && on ? `race=${runs.map((_, i) => i + 1).join(',')}${more && old ? '&t=0' : ''}` : '';
  }

  storyWord() {
    const { story } = this.session.state;
    return story === null ? '' : `story=${encodeURIComponent(story)}`;
  }

  /** Show words of an address, such as d=animation&t=3. */
  read(words) {
    if (!this.page) return;
    this.page.view.readAddress(words, displays);
    this.page.view.changed('displays');
  }

  /** Show a finding: its time, and its processor. */
  showFinding(index) {
    const { page, session } = this;
    if (!page) return;
    const [run] = page.view.runs, told = session.result.findings[index], found = findingsOf(run).find(each => each.text === told?.text) ?? findingsOf(run)[index];
    if (found) page.verdict.show(found);
  }
}
