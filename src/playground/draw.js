/* Editing in the drawing: a press on a processor and then on a neighbour adds a transfer to the step
 * of the clock; the list of the step's transfers takes them away. */
import { button, make } from '../trace/page/script/element.js';
import { transferOf, transfersIn, withoutLine, withStep, withTransfer } from './lines.js';

export class Pencil {
  /** @param {import('./session.js').Session} session @param {import('./editor.js').Editor} editor @param {any} theatre */
  constructor(session, editor, theatre) {
    this.session = session;
    this.editor = editor;
    this.theatre = theatre;
    this.from = -1;
    this.on = make('input', { type: 'checkbox', id: 'edit-drawing', onchange: () => this.choose(-1) });
    this.message = make('input', { type: 'text', id: 'edit-message', size: 3, value: '', title: 'message of the next transfer' });
    this.message.setAttribute('aria-label', 'message of the next transfer');
    this.say = make('p', { role: 'status', className: 'dim', id: 'edit-hint' });
    this.list = make('ul', { id: 'transfers' });
    this.tools = make('div', { id: 'tools' },
      make('div', { className: 'bar' }, make('label', {}, make('span', { text: 'message' }), this.message), this.tool('insert a step', 'an empty step before this one', 1), this.tool('delete the step', 'this step and its transfers', -1)),
      this.say, this.list);
    this.element = make('div', { id: 'pencil' }, make('label', {}, this.on, 'edit by clicking in the drawing'), this.tools);
    for (const type of ['pointerdown', 'pointerup']) theatre.element.addEventListener(type, event => this.press(event), true);
    theatre.listeners.push(() => this.show());
    session.listen(what => {
      if (what !== 'result') return;
      this.from = -1;
      this.show();
    });
  }

  tool(text, name, by) {
    const found = button(text, name, () => this.editor.put(withStep(this.editor.schedule, this.slot, by)));
    found.removeAttribute('aria-label');
    return found;
  }

  get view() {
    return this.theatre.page?.view;
  }

  /** The step that is edited: the one that follows the clock. */
  get slot() {
    return Math.floor(this.view.clock + 1e-9) + 1;
  }

  /** Return the processors that a processor has links to. */
  neighbours(rank) {
    const [run] = this.view.runs, arcs = run.network?.arcs ?? [], found = [];
    for (let i = 0; i < arcs.length; i += 2) if (arcs[i] === rank && arcs[i + 1] < run.processors) found.push(arcs[i + 1]);
    return found;
  }

  /** Choose the sender; -1: none. */
  choose(rank) {
    const { view } = this;
    this.from = rank;
    if (!view) return;
    view.marked = rank < 0 ? { ring: [], link: [] } : { ring: [rank], link: this.neighbours(rank).map(to => [rank, to]) };
    view.changed('clock');
    this.show();
  }

  /** Take a press on the animation. @param {any} event */
  press(event) {
    const card = this.theatre.page?.cards.get('animation'), [plot] = card?.plots ?? [];
    if (!this.on.checked || event.target !== plot?.over) return;
    event.stopImmediatePropagation();
    if (event.type === 'pointerdown') return;
    const { left, top } = plot.over.getBoundingClientRect();
    const rank = card.find(plot, event.clientX - left, event.clientY - top)?.rank ?? -1;
    if (rank < 0 || this.from < 0 || rank === this.from) {
      this.choose(rank === this.from ? -1 : rank);
      return;
    }
    if (!event.shiftKey && !this.neighbours(this.from).includes(rank)) {
      this.say.textContent = `no link from ${this.from} to ${rank}; with Shift the transfer is added anyway`;
      return;
    }
    const { slot, from } = this, message = this.message.value.trim() || this.usual;
    this.view.playing = false;
    this.editor.put(withTransfer(this.editor.schedule, { slot, from, to: rank, message }));
  }

  /** The message of a transfer if none is given: the chosen one, or the one that the sender received last. */
  get usual() {
    const { chosen } = this.view, { slot, from } = this;
    if (chosen?.by === 'message') return String(chosen.value);
    const lines = this.editor.schedule.split('\n').map(transferOf).filter(each => each);
    const got = lines.filter(each => each.to === from && each.slot < slot).pop() ?? lines.find(each => each.from === from) ?? lines[0];
    return got?.message ?? '0';
  }

  show() {
    const { view } = this, editing = this.on.checked && view;
    this.tools.hidden = !editing;
    if (!editing) return;
    const { slot } = this, text = this.editor.schedule, key = `${slot} ${this.from} ${text}`;
    if (key === this.key) return;
    this.key = key;
    this.say.textContent = this.from < 0 ? `Step ${slot} is edited (the clock chooses it). Press the sender.` : `Step ${slot}: ${this.from} sends; press the receiver.`;
    this.list.replaceChildren(...transfersIn(text, slot).map(([line, each]) => make('li', {}, `${each.from} \u2192 ${each.to} (message ${each.message}) `,
      button('\u00d7', `take the transfer from ${each.from} to ${each.to} away`, () => this.editor.put(withoutLine(this.editor.schedule, line))))));
  }
}
