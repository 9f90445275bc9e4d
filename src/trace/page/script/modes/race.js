/* A race: some runs side by side in the animation, on one clock and one scale. A lane under each
 * run has a flag where the run finishes; at the end a line reports which run was the first. */
import { clean } from '../format.js';
import { make } from '../element.js';

/** @typedef {import('../data.js').Run} Run */
/** @typedef {import('../view.js').View} View */

export const RACERS = 4; /* maximum number of runs in a race */
const GAP = 10; /* between pictures, as in style.css */

/** Return the runs that race, or all runs. @param {View} view */
const racing = view => (view.race.length ? view.race.map(i => view.runs[i]) : view.runs);

/** Return when a run ends. @param {Run} run */
const endOf = run => run.length * run.toPage;

/** @param {Run} run */
export const isInvalid = run => run.told.verdict?.valid === false;

/**
 * Return which of several runs of one problem ended first, and by how much; empty until all have
 * ended. Runs that are not valid do not count.
 * @param {View} view
 */
export function winnerText(view) {
  const runs = racing(view), problem = runs[0].parameters.get('problem');
  const one = problem && runs.every(run => run.parameters.get('problem') === problem);
  if (runs.length < 2 || !one || view.clock < Math.max(...runs.map(endOf))) return '';
  const order = runs.filter(run => !isInvalid(run)).sort((a, b) => endOf(a) - endOf(b));
  const left = runs.filter(isInvalid).map(run => clean(run.title, 40)).join(' and ');
  const invalid = left && `; not valid: ${left}`;
  if (!order.length) return 'no run is valid';
  if (order.length < 2) return `only ${clean(order[0].title, 40)} is valid`;
  const first = order.filter(run => endOf(run) === endOf(order[0])), next = order[first.length];
  const names = first.map(run => clean(run.title, 40)).join(' and ');
  if (!next) return `${names} finish at the same time${invalid}`;
  return `${names} ${first.length > 1 ? 'win' : 'wins'}, ${view.timeText(endOf(next) - endOf(order[0]))} before ${clean(next.title, 40)}${invalid}`;
}

export class Race {
  /** @param {any} page */
  constructor(page) {
    this.page = page;
    this.view = page.view;
    this.line = make('p', { id: 'winner', role: 'status', hidden: true });
    /** @type {Array<{run: Run, figure: HTMLElement, title: HTMLElement, lane: HTMLElement, done: HTMLElement, text: HTMLElement}>} */
    this.lanes = [];
    this.card = null;
  }

  /** Begin a race of the first runs, or end it. */
  toggle() {
    const { view, page } = this;
    if (view.race.length) {
      view.race = [];
      view.changed('displays');
      return;
    }
    if (view.runs.length < 2) {
      page.teach(page.host?.raceHint ?? 'A race needs several traces: weft view A B');
      return;
    }
    view.race = view.runs.slice(0, RACERS).map(run => run.index);
    view.playing = false;
    view.setClock(0);
    view.changed('displays');
    page.presenter.show('animation');
    scrollTo(0, 0);
    page.toggle();
  }

  /** Show the animation of the runs that race, and nothing else; or everything again. */
  arrange() {
    const { view, page } = this, on = view.race.length > 0, { classList, style } = document.documentElement;
    classList.toggle('racing', on);
    style.setProperty('--lanes', String(view.race.length));
    if (on && !view.displays.includes('animation')) view.displays = ['animation', ...view.displays];
    page.controls.race.setAttribute('aria-pressed', String(on));
  }

  /** Put the lanes below the pictures of a new card. @param {import('../card.js').Card} card */
  adopt(card) {
    this.card = card;
    this.lanes = card.plots.map(({ run, figure }) => {
      const done = make('i'), text = make('p'), flag = make('b');
      const lane = make('div', { className: 'lane', hidden: true }, make('div', { className: 'track' }, done, flag), text);
      flag.style.left = `${100 * endOf(run) / this.view.length}%`;
      figure.append(lane);
      return { run, figure, title: figure.firstElementChild, lane, done, text };
    });
    card.element.append(this.line);
  }

  /** Return the number of rows of pictures. */
  get rows() {
    if (!this.view.race.length) return 1;
    return Math.ceil(this.view.race.length / getComputedStyle(this.card.body).gridTemplateColumns.split(' ').length);
  }

  /** Return the height of what stands between and below the pictures. */
  get height() {
    if (!this.view.race.length) return 0;
    const each = Math.max(...this.lanes.map(({ lane, title }) => lane.offsetHeight + title.offsetHeight + GAP));
    return this.line.offsetHeight + this.card.note.offsetHeight + GAP + this.rows * each;
  }

  /** Update the parts that depend on the clock. */
  now() {
    const { view } = this, on = view.race.length > 0;
    for (const { run, figure, lane, done, text } of this.lanes) {
      figure.hidden = on && !view.race.includes(run.index);
      lane.hidden = !on;
      const end = endOf(run), finished = view.clock >= end;
      done.style.width = `${100 * Math.min(view.clock, end) / view.length}%`;
      lane.classList.toggle('finished', finished);
      lane.classList.toggle('invalid', isInvalid(run));
      text.textContent = this.textOf(run);
    }
    this.line.hidden = !on;
    this.line.textContent = on ? winnerText(view) : '';
  }

  /** Return how far a run is. @param {Run} run */
  textOf(run) {
    const { view } = this, end = endOf(run);
    return (view.clock >= end ? `finished ${view.endText(end)}` : view.nowText()) + (isInvalid(run) ? ', not valid' : '');
  }
}
