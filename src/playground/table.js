/* The table of all strategies of the problem: sortable, a click chooses. Those that do not fit stand
 * below with the reason. */
import { clean, short } from '../trace/page/script/format.js';
import { make } from '../trace/page/script/element.js';
import { bar } from './report.js';

const RACE_MOST = 3; /* strategies beside the chosen one */

/** @type {Array<[string, string, (row: any) => string]>} key, heading, text */
const COLUMNS = [
  ['strategy', 'strategy', row => row.strategy], ['time', 'steps', row => short(row.time)], ['bound', 'bound', row => (row.bound === null ? '\u2013' : short(row.bound))],
  ['ratio', 'ratio', row => (row.ratio ? row.ratio.toFixed(3) : '\u2013')], ['messages', 'messages', row => String(row.messages)], ['bytes', 'bytes', row => String(row.bytes)],
  ['conflicts', 'conflicts', row => String(row.conflicts)], ['busy', 'mean util.', row => `${(100 * row.busy).toFixed(1)} %`],
];

const NARROW = new Set(['strategy', 'time', 'ratio']); /* columns on a phone */

export class Table {
  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.session = session;
    this.by = '';
    this.down = false;
    this.body = make('tbody');
    this.heads = COLUMNS.map(([key, title]) => make('th', { scope: 'col', className: key },
      make('button', { type: 'button', text: title, onclick: () => this.sort(key) })));
    this.left = make('ul', { id: 'left-out' });
    this.element = make('section', { id: 'strategies', 'aria-label': 'strategies' }, make('h2', { text: 'All strategies of this problem' }),
      make('div', { className: 'scroll' }, make('table', {}, make('thead', {}, make('tr', {}, ...this.heads, make('td', { className: 'graph' }), make('th', { className: 'race', text: 'race' }))), this.body)), this.left);
    session.listen(what => what === 'table' || what === 'state' ? this.show() : undefined);
  }

  sort(key) {
    this.down = this.by === key && !this.down;
    this.by = key;
    this.show();
  }

  sorted() {
    const rows = this.session.rows.filter(row => !row.leftOut), { by, down } = this;
    if (!by) return rows;
    const value = row => row[by] ?? Infinity;
    return [...rows].sort((a, b) => (value(a) < value(b) ? -1 : Number(value(a) > value(b))) * (down ? -1 : 1));
  }

  show() {
    const { session } = this, { state, rows } = session, fit = this.sorted();
    const chosen = state.schedule === null ? state.strategy : null, most = Math.max(1, ...fit.map(row => Math.max(row.time, row.bound ?? 0)));
    const timed = fit.some(row => row.time !== row.steps);
    this.heads.forEach((head, i) => {
      const [key] = COLUMNS[i];
      if (key === 'time') head.firstChild.textContent = timed ? 'time' : 'steps';
      const order = this.down ? 'descending' : 'ascending';
      head.setAttribute('aria-sort', this.by === key ? order : 'none');
    });
    const focused = this.body.contains(document.activeElement) ? /** @type {any} */ (document.activeElement).dataset.strategy : null;
    this.body.replaceChildren(...fit.flatMap(row => (row.strategy === chosen ? [this.row(row, true, most), this.rest(row)] : [this.row(row, false, most)])));
    const old = [...this.body.querySelectorAll('button')].find(each => each.dataset.strategy === focused);
    old?.focus();
    this.left.replaceChildren(...rows.filter(row => row.leftOut).map(row => make('li', {}, make('strong', { text: row.strategy }), ` ${clean(row.leftOut, 200)}`)));
  }

  /** Return a row with what a phone leaves out of the row above (style.css). */
  rest(row) {
    const text = COLUMNS.filter(([key]) => !NARROW.has(key)).map(([, title, textOf]) => `${title} ${textOf(row)}`).join(', ');
    return make('tr', { className: 'rest' }, make('td', { colSpan: NARROW.size + 1, text }));
  }

  /** Return the button that takes a strategy into the race, or out of it. */
  racer(strategy, chosen) {
    const { session } = this, { race } = session.state, on = race.includes(strategy);
    return make('button', { type: 'button', text: on ? '\u2212' : '+', title: on ? 'not beside the chosen one' : 'beside the chosen one', 'aria-label': `${strategy}: ${on ? 'out of' : 'into'} the race`,
      disabled: chosen || (!on && race.length >= RACE_MOST), onclick: event => {
        event.stopPropagation();
        session.set({ race: on ? race.filter(each => each !== strategy) : [...race, strategy] });
      } });
  }

  row(row, chosen, most) {
    const choose = () => this.session.set({ strategy: row.strategy, schedule: null });
    const cells = COLUMNS.slice(1).map(([key, , text]) => make('td', { className: `${key}${key === 'conflicts' && row.conflicts ? ' bad' : ''}`, text: text(row) }));
    const element = make('tr', { onclick: choose }, make('th', { scope: 'row' },
      make('button', { type: 'button', className: 'link', text: row.strategy, 'aria-pressed': String(chosen), 'data-strategy': row.strategy })), ...cells,
    make('td', { className: 'graph' }, bar(row.time, row.bound, most)), make('td', { className: 'race' }, this.racer(row.strategy, chosen)));
    element.classList.toggle('chosen', chosen);
    return element;
  }
}
