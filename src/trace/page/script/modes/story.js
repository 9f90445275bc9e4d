/* A story: captions with the times at which they are shown, what the page then shows, marks, and
 * whether it waits. */
import { clean } from '../format.js';
import { button, make } from '../element.js';

const MOST = 200; /* maximum number of captions */
const LONG = 600; /* maximum number of characters of a caption */

/** @typedef {{at: number, until: number, text: string, show: string, ring: number[],
 *   link: number[][], wait: boolean}} Caption */

const whole = list => (Array.isArray(list) ? list.filter(n => Number.isInteger(n) && n >= 0) : []);

/** Return what a caption shows, as words of an address: displays, window, selection and others. */
function showOf(show) {
  const words = Object.entries(show && typeof show === 'object' ? show : {});
  return words.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`).join('&');
}

/**
 * Return the captions of a text in order of time; null if it is malformed.
 * @param {string} text @returns {Caption[]|null}
 */
export function captionsOf(text) {
  let list;
  try {
    list = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(list)) return null;
  const good = list.filter(each => each && Number.isFinite(each.at) && typeof each.text === 'string').slice(0, MOST);
  good.sort((a, b) => a.at - b.at);
  return good.map((each, i) => ({ at: each.at, until: Number.isFinite(each.until) ? each.until : good[i + 1]?.at ?? Infinity,
    text: clean(each.text, LONG), show: showOf(each.show), ring: whole(each.ring),
    link: Array.isArray(each.link) ? each.link.map(whole).filter(ends => ends.length === 2) : [], wait: each.wait === true }));
}

/** Return a text with *words* between asterisks emphasised. */
function emphasised(text) {
  return text.split(/\*([^*]+)\*/).map((part, i) => (i % 2 ? make('em', { text: part }) : part));
}

export class Story {
  /** @param {any} page @param {any[]} displays */
  constructor(page, displays) {
    this.page = page;
    this.view = page.view;
    this.displays = displays;
    this.text = make('p', { role: 'status' });
    this.place = make('span');
    this.element = make('aside', { id: 'story', 'aria-label': 'story', hidden: true }, this.text,
      make('div', { className: 'bar' }, button('\u25c2', 'the caption before (N)', () => this.go(-1)), this.place,
        button('\u25b8', 'the next caption (n)', () => this.go(1))));
    /** @type {Caption|null} */
    this.current = null;
  }

  /** Return the caption at a time: the last one that has begun and has not ended. */
  at(time) {
    let found = null;
    for (const each of this.view.story) if (each.at <= time + 1e-9 && time < each.until) found = each;
    return found;
  }

  /** Go to the next caption, or to the previous one. */
  go(direction) {
    const { story, clock } = this.view;
    const from = this.current ? story.indexOf(this.current) : story.filter(each => each.at <= clock).length - (direction > 0 ? 1 : 0);
    const next = story[from + direction];
    if (!next) {
      this.page.host?.passed(direction);
      return;
    }
    this.view.playing = false;
    this.enter(next);
    this.view.setClock(next.at);
    this.view.changed('displays');
  }

  /** Return where the running clock must stop: at the beginning of a caption that waits, or at `to`. */
  limit(from, to) {
    const waits = this.view.story.find(each => each.wait && each.at > from + 1e-9 && each.at <= to);
    return waits ? waits.at : to;
  }

  /** @param {Caption|null} caption */
  enter(caption) {
    const { view } = this, at = caption ? view.story.indexOf(caption) : -1;
    this.current = caption;
    view.marked = caption ?? { ring: [], link: [] };
    if (caption?.show) {
      view.readAddress(caption.show, this.displays);
      view.changed('displays');
    }
    this.text.replaceChildren(...(caption ? emphasised(caption.text) : []));
    this.place.textContent = caption ? `${at + 1} of ${view.story.length}` : `${view.story.length} captions`;
  }

  /** Update the caption when the clock has changed. */
  now() {
    const { story, clock } = this.view;
    this.element.hidden = !story.length;
    if (!story.length) return;
    const caption = this.at(clock);
    if (caption !== this.current || !this.place.textContent) this.enter(caption);
  }
}
