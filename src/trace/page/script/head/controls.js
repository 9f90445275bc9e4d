/* The header of the page: a line with the clock and the player, a second one that can be folded, and
 * below them the current states and the legend. */
import { clean, some } from '../format.js';
import { CanvasPen } from '../pen.js';
import { button, choice, make, menu, textButton } from '../element.js';
import { Legend } from './legend.js';
import { winnerText } from '../modes/race.js';
import { drawLevels } from '../displays/count.js';

const HELP = [
  ['space', 'play or pause'], ['\u2190 \u2192', 'go back or forward by one step (by one event in traces without steps)'],
  ['Home End', 'go to the beginning or to the end'], ['+ \u2212', 'zoom the time axis in or out'],
  ['f', 'show the whole run'], ['c C', 'go to the next or to the previous finding of the check'], ['p', 'present: one display fills the screen; 1 to 9 choose it, b blanks it, Esc ends'],
  ['r', 'race: up to four runs side by side in the animation'], ['n N', 'go to the next caption of a story or to the one before'], ['?', 'show this help'], ['Esc', 'clear the selection'],
  ['click', 'in a time display: set the clock; on a message: select it'],
  ['drag', 'in a time display: pan'], ['Ctrl + wheel, pinch', 'in a time display: zoom'],
  ['Shift + wheel', 'in a time display: pan'],
];

export class Controls {
  /** @param {import('../view.js').View} view @param {any} page @param {any[]} displays */
  constructor(view, page, displays, heading, title) {
    this.view = view;
    this.page = page;
    this.displays = displays;
    this.clock = make('output', { id: 'clock', 'aria-live': 'off' });
    this.counts = make('p', { id: 'counts' });
    this.scrub = this.makeScrub();
    this.unknown = make('p', { id: 'unknown', role: 'status' });
    this.legend = new Legend(view);
    this.help = this.makeHelp();
    /** The findings of the check; empty if there are none. */
    this.verdict = make('div', { id: 'verdict' });
    this.more = make('div', { className: 'bar', id: 'more', hidden: true }, ...this.makeChoices());
    this.element = make('header', { id: 'controls' },
      make('div', { className: 'bar', id: 'head' }, make('h1', { text: heading, title }), this.verdict,
        make('div', { className: 'bar', id: 'player', role: 'group', 'aria-label': 'player' }, ...this.makePlayer()),
        this.makeMenu(), this.makeFold(), button('?', 'help (?)', () => this.toggleHelp())),
      this.more, this.help);
    this.strip = make('div', { id: 'strip' }, this.unknown, this.counts, this.legend.element);
  }

  /* ---- playing -------------------------------------------------------- */

  makePlayer() {
    const { view } = this;
    this.play = button('\u25b6', 'play (space)', () => this.page.toggle(), { id: 'play' });
    const next = view.steps ? 'step' : 'event';
    return [
      make('span', { className: 'bar', id: 'buttons' },
        button('\u21e4', 'go to the beginning (Home)', () => view.setClock(0), { id: 'reset' }),
        button('\u25c2', `one ${next} back (\u2190)`, () => view.setClock(view.next(-1)), { id: 'back' }),
        this.play,
        button('\u25b8', `one ${next} forward (\u2192)`, () => view.setClock(view.next(1)), { id: 'forward' })),
      this.scrub, this.clock,
    ];
  }

  makeSpeed() {
    const { view } = this;
    const speed = make('input', { type: 'range', min: 0, max: 12, step: 1, value: view.speed, id: 'speed' });
    speed.setAttribute('aria-label', 'speed');
    speed.title = 'speed';
    speed.addEventListener('input', () => view.set('speed', Number(speed.value)));
    this.speed = speed;
    return make('label', { className: 'speed' }, make('span', { text: 'speed' }), speed);
  }

  makeScrub() {
    const { view } = this;
    this.level = make('canvas', { 'aria-hidden': 'true' });
    const bar = make('input', { type: 'range', min: 0, max: 1000, step: 'any', id: 'scrub' });
    bar.setAttribute('aria-label', 'time');
    bar.addEventListener('input', () => view.setClock(Number(bar.value) / 1000 * view.length));
    this.bar = bar;
    this.window = make('div', { className: 'window' });
    return make('div', { className: 'scrub' }, this.level, this.window, bar);
  }

  /* ---- what is shown and how ------------------------------------------ */

  makeMenu() {
    const panel = make('div', { className: 'choices' });
    this.boxes = new Map();
    for (const family of [...new Set(this.displays.map(d => d.family))]) {
      const group = make('fieldset', {}, make('legend', { text: family }));
      for (const display of this.displays.filter(d => d.family === family)) {
        const box = make('input', { type: 'checkbox', id: 'show-' + display.word });
        box.addEventListener('change', () => this.page.toggleDisplay(display.word));
        this.boxes.set(display.word, box);
        group.append(make('label', {}, box, display.title));
      }
      panel.append(group);
    }
    return menu({ text: 'displays' }, panel, { id: 'menu' });
  }

  /** Return the button that folds the second line. */
  makeFold() {
    const fold = textButton('options', 'speed, zoom, order, colours, theme', () => {
      this.more.hidden = !this.more.hidden;
      fold.setAttribute('aria-expanded', String(!this.more.hidden));
    }, { id: 'fold', 'aria-expanded': 'false', 'aria-controls': 'more' });
    return fold;
  }

  makeChoices() {
    const { view } = this;
    const list = make('input', { type: 'text', id: 'order-list', placeholder: '0,3,1,2', size: 12,
      value: view.list.join(',') });
    list.setAttribute('aria-label', 'list of processors in order');
    list.addEventListener('change', () => {
      view.list = list.value.split(/[\s,]+/).filter(word => /^\d+$/.test(word)).map(Number);
      view.changed('view');
    });
    const order = choice('order of processors', view.orders(), view.order, word => view.set('order', word));
    order.id = 'order';
    this.order = order;
    this.list = list;
    const colour = choice('colour of messages', ['message', 'source', 'task', 'length', 'distance'],
      view.colour, word => {
        view.colourGiven = true;
        view.set('colour', word);
      });
    colour.id = 'colour';
    this.colour = colour;
    const busy = make('input', { type: 'checkbox', checked: view.communicationBusy, id: 'busy' });
    busy.addEventListener('change', () => view.set('communicationBusy', busy.checked));
    this.busy = busy;
    this.theme = choice('theme', ['auto', 'light', 'dark'], view.theme, word => view.set('theme', word));
    this.race = button('race', 'the runs side by side in the animation (r)', () => this.page.race.toggle(), { hidden: view.runs.length < 2 });
    return [
      this.makeSpeed(),
      make('span', { className: 'bar', role: 'group', 'aria-label': 'zoom' },
        button('\u2212', 'zoom out (-)', () => view.zoom(1 / 1.6)),
        button('+', 'zoom in (+)', () => view.zoom(1.6)),
        button('fit', 'show the whole run (f)', () => view.setWindow(0, view.length))),
      make('label', {}, make('span', { text: 'order' }), order), list,
      make('label', {}, make('span', { text: 'colour by' }), colour),
      make('label', {}, busy, make('span', { text: 'communication counts as busy' })),
      make('label', {}, make('span', { text: 'theme' }), this.theme),
      this.race,
      button('present', 'one display fills the screen (p)', () => this.page.presenter.toggle()),
    ];
  }

  makeHelp() {
    const rows = HELP.map(([key, what]) => make('tr', {},
      make('th', { scope: 'row' }, make('kbd', { text: key })), make('td', { text: what })));
    return make('dialog', { id: 'help' }, make('h2', { text: 'Keys and pointer' }),
      make('table', {}, make('tbody', {}, ...rows)),
      make('p', { text: 'The address holds the displays, the selection and the time after #: a bookmark or a link restores them.' }),
      make('form', { method: 'dialog' }, make('button', { text: 'close' })));
  }

  toggleHelp() {
    if (this.help.open) this.help.close();
    else this.help.showModal();
  }

  /* ---- drawing -------------------------------------------------------- */

  drawScrub(theme) {
    const width = this.scrub.clientWidth, height = this.scrub.clientHeight, ratio = window.devicePixelRatio || 1;
    const key = [width, height, theme.paper, this.view.communicationBusy, ratio, this.view.runs.filter(run => run.level).length].join();
    if (width < 20 || key === this.levelKey) {
      this.now();
      return;
    }
    this.levelKey = key;
    this.level.width = Math.round(width * ratio);
    this.level.height = Math.round(height * ratio);
    const context = this.level.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const runs = this.view.runs.filter(run => run.level), each = height / Math.max(1, runs.length);
    runs.forEach((run, i) => {
      const w = width * run.length * run.toPage / this.view.length;
      drawLevels(new CanvasPen(context, theme), run, this.view, theme, { x: 0, y: i * each, w, h: each - 1 });
    });
    this.now();
  }

  /** Update the parts that depend on the clock. */
  now() {
    const { view } = this;
    this.clock.textContent = view.clockText();
    this.bar.value = String(1000 * view.clock / view.length);
    this.bar.setAttribute('aria-valuetext', view.clockText());
    this.window.style.left = `${100 * view.from / view.length}%`;
    this.window.style.width = `${100 * (view.to - view.from) / view.length}%`;
    this.window.hidden = view.from <= 0 && view.to >= view.length;
    this.play.textContent = view.playing ? '\u2759\u2759' : '\u25b6';
    const name = view.playing ? 'pause (space)' : 'play (space)';
    this.play.title = name;
    this.play.setAttribute('aria-label', name);
    const several = view.runs.length > 1;
    const named = (run, words) => (several ? `${clean(run.title, 40)}: ${words}` : words);
    const texts = view.runs.filter(run => run.ready && run.processors <= 65536).map(run => {
      const n = run.countsAt(Math.min(view.timeOf(run), run.length));
      const there = (n.finished ? `, ${n.finished} finished` : '') + (n.absent ? `, ${n.absent} inactive` : '');
      const states = view.timeOf(run) < run.length ? `${view.countsText(n)}${there}`
        : `finished ${view.endText(run.length * run.toPage)}`;
      if (!run.message.count) return named(run, states);
      const words = `${states}; ${some(n.flying, 'message')} in flight${several || !n.bytes ? '' : ` (${n.bytes} B)`}${n.queued ? `, ${n.queued} queued` : ''}`;
      return named(run, words);
    });
    const winner = view.race.length ? '' : winnerText(view);
    const counted = view.communicationBusy ? ['communication counts as busy'] : [];
    this.counts.replaceChildren(...[...counted, ...texts].map(text => make('span', { text })),
      ...(winner ? [make('strong', { text: winner })] : []));
  }

  /** Update the menu, the second line, and the list of unknown words of the address. */
  mark() {
    const { unknown, known } = this.view;
    this.unknown.hidden = !unknown.length;
    this.unknown.textContent = `Ignored in the address: ${unknown.map(word => clean(word, 60)).join(', ')} (known: ${known.join(', ')})`;
    for (const [word, box] of this.boxes) box.checked = this.view.displays.includes(word);
    const { view } = this;
    this.speed.value = String(view.speed);
    this.order.value = view.order;
    this.list.hidden = view.order !== 'list';
    this.colour.value = view.colour;
    this.busy.checked = view.communicationBusy;
    this.theme.value = view.theme;
  }
}
