/* The verdict of the check on each run: a label in the header with the list of findings, ticks on
 * the scrub bar, and keys that go from one finding to the next. */
import { findingsOf } from '../known/broken.js';
import { clean } from '../format.js';
import { closeMenu, make, menu } from '../element.js';
import { CanvasPen } from '../pen.js';

/** @typedef {import('../known/broken.js').Finding} Finding */

const SIGNS = new Map([[true, '\u2713'], [false, '\u2717'], [null, '\u2013']]);
const WORDS = new Map([[true, 'valid'], [false, 'invalid'], [null, 'unjudged']]);
const TICK = 10; /* height in pixels on the scrub bar */
const SHARE = 0.36; /* of the header that labels of several runs may take */
const NARROW = 1000; /* width of a window in which they have lines of their own, as in style.css */

/** Return the name of a run, for texts about several runs. */
const nameOf = (runs, run) => (runs.length > 1 ? `${clean(run.title, 40)}: ` : '');

export class Verdict {
  /** @param {import('../view.js').View} view @param {any} controls */
  constructor(view, controls) {
    this.view = view;
    this.runs = view.runs.filter(run => run.told.verdict);
    this.current = /** @type {Finding|null} */ (null);
    this.ticks = make('canvas', { className: 'ticks', 'aria-hidden': 'true', hidden: true });
    this.said = make('p', { id: 'finding', role: 'status', hidden: true });
    this.lists = this.runs.map(run => this.makeChip(run));
    controls.verdict.classList.toggle('one', this.lists.length === 1);
    controls.verdict.replaceChildren(...this.lists, this.said);
    controls.scrub.append(this.ticks);
    view.listen(() => this.look());
  }

  /** Return the texts of a label, the longest one first: the verdict, the run with its steps, the sign. */
  wordsOf(run) {
    const { valid, text, steps } = run.told.verdict, sign = SIGNS.get(valid);
    const whole = `${sign} ${nameOf(this.view.runs, run)}${clean(text, 400)}`;
    return [whole, `${sign} ${clean(run.title, 40)}${valid && steps ? ` ${steps}` : ''}`, sign];
  }

  /** Shorten the labels of several runs until none is cut. */
  fit() {
    const place = this.lists[0]?.parentElement, room = innerWidth > NARROW ? SHARE * place?.parentElement.clientWidth : Infinity;
    if (this.lists.length < 2 || room === this.room) return;
    this.room = room;
    const texts = this.runs.map(run => this.wordsOf(run));
    for (let level = 0; level < 3; level++) {
      this.lists.forEach((list, i) => {
        const { firstElementChild: head } = list, short = texts[i][level];
        head.textContent = short;
        head.setAttribute('aria-label', level ? `${short}: ${texts[i][0]}` : short); /* begins with what is seen */
      });
      if (place.scrollWidth <= room) return;
    }
  }

  makeChip(run) {
    const { valid, text } = run.told.verdict, [words] = this.wordsOf(run);
    const list = make('div', { className: 'findings' });
    const chip = menu({ className: `chip ${WORDS.get(valid)}`, title: `${nameOf(this.view.runs, run)}${clean(text, 400)}`, 'aria-label': words, text: words }, list);
    chip.addEventListener('toggle', () => {
      if (chip.open && !list.childElementCount) list.append(...this.makeList(run));
    });
    return chip;
  }

  makeList(run) {
    const { text, left, findings } = run.told.verdict;
    const items = findingsOf(run).map(each => make('li', {},
      make('button', { type: 'button', text: each.text,
        onclick: () => {
          closeMenu();
          this.show(each);
        } })));
    const parts = [make('p', { text: nameOf(this.view.runs, run) + clean(text, 400) })];
    if (items.length) parts.push(make('ol', {}, ...items));
    if (left) parts.push(make('p', { text: `\u2026 and ${left} more` }));
    if (findings.length) parts.push(make('p', { className: 'dim', text: 'c: the next one, C: the one before' }));
    return parts;
  }

  /** Return the verdicts in one line. */
  text() {
    return this.runs.map(run => `${SIGNS.get(run.told.verdict.valid)} ${clean(run.told.verdict.text, 80)}`).join(' | ');
  }

  /** Return all findings, in order of their times on the page. */
  all() {
    const time = each => each.from * each.run.toPage;
    return this.runs.flatMap(findingsOf).sort((a, b) => time(a) - time(b));
  }

  /** Return the time at which a finding is visible: the middle of its step, while its messages are in flight. */
  momentOf(each) {
    const { run, from } = each;
    return Math.min(this.view.length, Math.max(0, (from + (run.step || 0) / 2) * run.toPage));
  }

  /** Set the clock to a finding, and mark its processor. @param {Finding} each */
  show(each) {
    const { view } = this;
    view.playing = false;
    view.setClock(this.momentOf(each));
    this.current = each;
    view.pointer = each.rank < 0 ? null : { time: null, rank: each.rank, run: each.run.index };
    view.changed('clock');
    this.said.textContent = `\u2717 ${each.text}`;
  }

  /** Go to the next finding, or to the previous one. */
  go(direction) {
    const list = this.all(), { view } = this;
    let at = this.current ? list.indexOf(this.current) + direction : -1;
    if (!this.current) {
      const later = list.findIndex(each => this.momentOf(each) > view.clock);
      at = direction > 0 ? later : (later < 0 ? list.length : later) - 1;
    }
    if (list[at]) this.show(list[at]);
  }

  /** Deselect the current finding if the clock has moved on. */
  look() {
    if (this.current && this.momentOf(this.current) !== this.view.clock) this.current = null;
    this.said.hidden = !this.current;
  }

  /** Draw ticks at the times of findings; each run has its own strip. */
  drawTicks(theme) {
    this.fit();
    const { ticks, view } = this, { clientWidth: width, clientHeight: height } = ticks.parentElement, ratio = window.devicePixelRatio || 1;
    ticks.hidden = !this.runs.some(run => run.told.verdict.findings.length);
    if (ticks.hidden || width < 20) return;
    ticks.width = Math.round(width * ratio);
    ticks.height = Math.round(height * ratio);
    const context = ticks.getContext('2d'), pen = new CanvasPen(context, theme), each = height / view.runs.length;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const run of this.runs) {
      const top = run.index * each, tall = Math.min(TICK, each);
      const places = new Set(findingsOf(run).map(one => Math.round(this.momentOf(one) / view.length * width)));
      for (const x of places) {
        pen.line(x, top, x, top + tall, theme.bad, 1.5);
        pen.shape([x - 3, top, x + 3, top, x, top + 5], theme.bad);
      }
    }
  }
}
