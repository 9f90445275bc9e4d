/* Lessons: a lesson is a list of scenes. A scene is a state of the page with a story, as `weft view
 * --story` has it, or with a question (docs/teaching.md). */
import { captionsOf } from '../trace/page/script/modes/story.js';
import { clean } from '../trace/page/script/format.js';
import { button, closeMenu, make, menu } from '../trace/page/script/element.js';
import { isJudged, Quiz } from './quiz.js';
import { firstState, merged, packText, unpackText } from './state.js';

const SCENES_MOST = 50;
const DONE = 'weft-lessons'; /* name of the record of lessons that are done */

/** Return a text without the sources of its numbers: {29|steps} is 29. */
const plain = text => clean(String(text ?? '').replace(/\{([^{}|]*)\|[^{}]*\}/g, '$1'), 600);

/** Return the words of an address for what a scene shows. */
const wordsOf = show => Object.entries(show ?? {}).map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`).join('&');

/** Return a question without the sources of its numbers; null if it is malformed. */
function readQuestion({ question, answer, because, solution }) {
  if (typeof question !== 'string' || !answer || !isJudged(answer.kind)) return null;
  const read = { ...answer, value: Number(plain(answer.value)), of: (Array.isArray(answer.of) ? answer.of : []).map(plain) };
  return { question: plain(question), answer: read, because: plain(because), solution: solution ?? null };
}

/** Return a scene; null if it is malformed. */
function readScene(scene) {
  const quiz = scene?.quiz ? readQuestion(scene.quiz) : null, given = quiz ? [{ at: 0, text: quiz.question }] : scene?.story;
  if (!Array.isArray(given) || (scene.quiz && !quiz)) return null;
  const story = JSON.stringify(given.map(each => ({ ...each, text: plain(each?.text) }))), captions = captionsOf(story);
  return captions?.length ? { state: merged(firstState(), { ...scene.state, story }), words: wordsOf(scene.show), captions, quiz } : null;
}

/** Return the lesson of a text; null if the text is none. */
function readLesson(text) {
  let lesson = null;
  try {
    lesson = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(lesson?.scenes) || !lesson.scenes.length) return null;
  const scenes = lesson.scenes.slice(0, SCENES_MOST).map(readScene);
  return scenes.every(scene => scene) ? { title: clean(String(lesson.title), 100), scenes } : null;
}

/** Return the numbers of the lessons that are done. */
function readDone() {
  try {
    return new Set(JSON.parse(localStorage.getItem(DONE) ?? '[]'));
  } catch {
    return new Set(); /* the browser keeps nothing for this page */
  }
}

export class Lessons {
  /** @param {any} host the playground */
  constructor(host) {
    this.host = host;
    this.texts = JSON.parse(document.getElementById('lessons-data').textContent).map(each => JSON.stringify(each));
    this.done = readDone();
    this.lesson = /** @type {any} */ (null);
    this.text = '';
    this.number = 0; /* of the lesson, from 1; 0: an own one */
    this.at = 0; /* the scene */
    this.list = make('ol', { className: 'lessons' });
    this.menu = menu({ text: 'Lessons' }, this.list, { id: 'lessons' });
    this.title = make('h2');
    this.place = make('span', { className: 'dim' });
    this.bar = make('progress', { max: 1, value: 0, 'aria-label': 'progress' });
    this.following = make('button', { type: 'button', id: 'next-lesson', text: 'next lesson', onclick: () => this.open(this.number + 1) });
    this.element = make('section', { id: 'lesson', className: 'bar', 'aria-label': 'lesson', hidden: true }, this.title, this.bar, this.place,
      make('span', { className: 'space' }), this.following, button('\u00d7', 'end the lesson', () => this.close()));
    this.quiz = new Quiz(host.session, host.theatre.notes, () => this.finish());
    host.theatre.passed = direction => this.pass(direction);
    host.theatre.listeners.push(() => this.show());
    this.showList();
  }

  showList() {
    this.list.replaceChildren(...this.texts.map((text, i) => {
      const done = this.done.has(i + 1);
      return make('li', {}, make('a', { href: `#lesson=${i + 1}`, text: `${JSON.parse(text).title}${done ? ' \u2713' : ''}`, onclick: event => {
        event.preventDefault();
        closeMenu();
        this.open(i + 1);
      } }));
    }));
  }

  /** Open one of the lessons of the page. */
  open(number) {
    const text = this.texts[number - 1];
    return text !== undefined && this.openText(text, number);
  }

  /** Open the lesson of a text; returns whether the text is one. */
  openText(text, number = 0, scene = 0) {
    const lesson = readLesson(text);
    if (!lesson) return false;
    this.lesson = lesson;
    this.text = text;
    this.number = number;
    this.title.textContent = number ? `${number}. ${lesson.title}` : lesson.title;
    this.element.hidden = false;
    this.following.hidden = !number || number >= this.texts.length;
    this.enter(lesson.scenes[scene] ? scene : 0);
    return true;
  }

  /** Open the lesson of an address: NUMBER.SCENE or TEXT.SCENE; returns whether it is there. */
  async openWord(word) {
    const [name, scene] = word.split('.'), number = /^\d+$/.test(name) ? Number(name) : 0, text = number ? this.texts[number - 1] : await unpackText(name);
    return typeof text === 'string' && this.openText(text, number, Number(scene) - 1);
  }

  /** Return the word of the address; empty: no lesson. */
  async word() {
    return this.lesson ? `lesson=${this.number || await packText(this.text)}.${this.at + 1}` : '';
  }

  /** Go to a scene: to its first caption, or to its last one. */
  enter(scene, last = false) {
    const { state, words, captions, quiz } = this.lesson.scenes[scene], caption = captions[last ? captions.length - 1 : 0];
    this.at = scene;
    this.quiz.ask(quiz, state);
    this.host.go(state, [`t=${caption.at}`, words].filter(word => word).join('&'), true);
    if (scene === this.lesson.scenes.length - 1 && !quiz) this.finish();
    this.show();
  }

  /** The story of a scene has ended, or one wants to go back before its beginning. */
  pass(direction) {
    if (this.lesson?.scenes[this.at + direction]) this.enter(this.at + direction, direction < 0);
    else if (this.lesson && direction > 0 && !this.following.hidden) this.following.focus();
  }

  /** A question is answered, or there is none in the last scene. */
  finish() {
    if (this.at < this.lesson.scenes.length - 1 || !this.number || this.done.has(this.number)) return;
    this.done.add(this.number);
    this.showList();
    try {
      localStorage.setItem(DONE, JSON.stringify([...this.done]));
    } catch {
      /* the browser keeps nothing for this page */
    }
  }

  close() {
    if (!this.lesson) return;
    this.lesson = null;
    this.element.hidden = true;
    this.quiz.ask(null);
    this.host.session.set({ story: null });
  }

  /** Show how far the lesson is. */
  show() {
    const { lesson, at } = this;
    if (!lesson) return;
    const page = this.host.theatre.page, counts = lesson.scenes.map(scene => scene.captions.length), sum = list => list.reduce((a, b) => a + b, 0);
    const current = page?.story.current ? page.view.story.indexOf(page.story.current) : 0, here = sum(counts.slice(0, at)) + Math.max(0, current) + 1;
    this.place.textContent = `${here} of ${sum(counts)}`;
    this.bar.value = here / sum(counts);
  }
}
