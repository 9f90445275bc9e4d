/* The legend: states, and the values by which messages are coloured; in one row, with a button for the rest. */
import { SHAPES } from '../colours.js';
import { make } from '../element.js';

const MOST = 36; /* limit on values in the legend */

export class Legend {
  /** @param {import('../view.js').View} view */
  constructor(view) {
    this.view = view;
    this.whole = false;
    this.element = make('div', { id: 'legend', role: 'group', 'aria-label': 'legend' });
    this.more = make('button', { type: 'button', className: 'key', id: 'legend-more', onclick: () => {
      this.whole = !this.whole;
      this.fold();
    } });
  }

  /** Return the colours of the states that the displays use. @param {import('../colours.js').Theme} theme */
  states(theme) {
    const { view } = this;
    return view.states().map(([state, word]) => {
      const mark = swatch(theme.states[state]);
      mark.dataset.state = String(state);
      return make('span', { className: 'key' }, mark, word);
    });
  }

  /** Return the buttons of values. @param {import('../colours.js').Palette} palette */
  values(palette, run) {
    const { view } = this, { chosen, colour } = view, { values } = palette;
    const picked = chosen && chosen.by === colour ? chosen.value : null;
    const shown = values.slice(0, MOST);
    if (picked !== null && !shown.includes(picked)) shown.push(picked);
    const keyed = new Set(shown);
    this.left = values.reduce((left, value) => left + (keyed.has(value) ? 0 : 1), 0);
    return shown.map(value => make('button', { type: 'button', className: 'key', 'aria-pressed': String(value === picked),
      onclick: () => view.choose(colour, value) }, swatch(palette.of(value), palette.shapeOf(value)), palette.nameOf(run, colour, value)));
  }

  /** Return the colours of tasks, if a display uses them. @param {import('../colours.js').Theme} theme */
  tasks(theme, run) {
    if (!this.view.displays.some(word => word.startsWith('task-'))) return [];
    const numbers = run.taskNumbers.slice(0, theme.messages.length);
    return numbers.map((number, i) => make('span', { className: i ? 'key' : 'key rule' },
      swatch(theme.messages[i]), run.taskName(number)));
  }

  /** Return the details of the selected message, if it has some. */
  told() {
    const { runs, chosen } = this.view;
    if (chosen?.by !== 'message') return [];
    const texts = runs.filter(run => run.ready && run.event.details?.length).map(run => {
      const n = run.message.id.indexOf(Number(chosen.value));
      return n < 0 ? '' : run.messageDetails(n).trim().replaceAll('\n', ', ');
    });
    return texts.filter(text => text).map(text => make('span', { className: 'key', 'data-details': 'yes', text }));
  }

  /** @param {import('../colours.js').Palette} palette */
  draw(palette) {
    const { view } = this, { theme } = palette, parts = this.states(theme);
    if (view.runs.some(each => each.ready && each.wait.count))
      parts.push(make('span', { className: 'key' }, swatch(theme.wait), 'wait state'));
    const run = view.runs.find(each => each.ready);
    const tasks = run ? this.tasks(theme, run) : [], heading = [];
    if (run && palette.values.length)
      heading.push(make('span', { className: 'key rule', 'data-heading': 'yes', text: `coloured by ${view.colour}${palette.shared ? `; ${theme.messages.length} colours, ${SHAPES} shapes` : ''}` }));
    parts.push(...this.told());
    if (view.chosen)
      parts.push(make('button', { type: 'button', className: 'key', onclick: () => view.set('chosen', null) },
        'clear the selection (Esc)'));
    this.keys = run ? [...tasks, ...heading, ...this.values(palette, run)] : [];
    this.element.replaceChildren(...parts, ...this.keys, this.more);
    this.fold();
  }

  /** Hide the entries beyond the first row, unless all are wanted; the selected one stays. */
  fold() {
    const { keys, more } = this;
    for (const key of keys) key.hidden = false;
    more.hidden = true;
    const first = this.element.firstElementChild, row = each => each.offsetTop - first.offsetTop > first.offsetHeight / 2;
    const folds = keys.some(row);
    if (!folds && !this.left) return;
    more.hidden = false;
    more.setAttribute('aria-expanded', String(this.whole));
    more.title = this.whole ? 'fold the legend' : 'show the whole legend';
    more.textContent = this.whole ? (this.left ? `${this.left} more have no key; fold` : 'fold') : `+${this.left}`;
    if (this.whole) return;
    const beyond = keys.filter(row); /* all in one layout; then the button and the selected entry need room */
    for (let hidden = 0, i = keys.length - 1; i >= 0 && (beyond.includes(keys[i]) || keys.some(row) || row(more)); i--) {
      if (keys[i].ariaPressed === 'true') continue;
      keys[i].hidden = true;
      if (!keys[i].dataset.heading) hidden++;
      more.textContent = `+${this.left + hidden}`;
    }
  }
}

function swatch(colour, shape = -1) {
  const mark = make('i', { className: 'swatch' });
  if (shape >= 0) mark.dataset.shape = String(shape);
  mark.style.backgroundColor = colour;
  return mark;
}
