/* Changes of a schedule by controls: what can be done in the drawing, for the keyboard, and changes
 * of whole steps. */
import { button, make, textButton } from '../trace/page/script/element.js';
import { mirrored, shifted, stepsOf, transfersIn, withLine, withoutLine, withStep } from './lines.js';

/** Steps that are changed together: their words, and the first and last of them. @type {Array<[string, (slot: number, last: number) => number[]]>} */
const SCOPES = [['this step', slot => [slot, slot]], ['this step and later ones', (slot, last) => [slot, Math.max(slot, last)]], ['all steps', (slot, last) => [1, last]]];

export class StepTools {
  /** @param {import('./draw.js').Pencil} pencil */
  constructor(pencil) {
    this.pencil = pencil;
    this.key = '';
    this.field = Object.fromEntries(['from', 'to', 'message'].map(name => {
      const input = make('input', { type: 'text', id: `edit-${name}`, size: 3, inputMode: 'numeric', autocomplete: 'off', onkeydown: event => event.key === 'Enter' && this.add() });
      return [name, input];
    }));
    this.scope = make('select', { id: 'edit-scope', 'aria-label': 'steps to change' }, ...SCOPES.map(([text], i) => make('option', { value: String(i), text })));
    this.say = make('p', { role: 'status', className: 'dim', id: 'edit-hint' });
    this.list = make('ul', { id: 'transfers', 'aria-label': 'transfers of the step' });
    const fields = Object.entries(this.field).map(([name, input]) => make('label', {}, make('span', { text: name }), input));
    this.element = make('div', { id: 'tools' }, this.say,
      make('div', { className: 'bar' }, ...fields, textButton('add', 'add this transfer to the step of the clock', () => this.add())), this.list,
      make('div', { className: 'bar' }, this.scope, textButton('\u25c2 earlier', 'one step earlier', () => this.shift(-1)), textButton('later \u25b8', 'one step later', () => this.shift(1)),
        textButton('mirror', 'the steps in reverse order, with senders and receivers exchanged', () => this.change(mirrored(this.text, this.range)))),
      make('div', { className: 'bar' }, textButton('insert a step', 'an empty step before this one', () => this.change(withStep(this.text, this.slot, 1))),
        textButton('delete the step', 'this step and its transfers', () => this.change(withStep(this.text, this.slot, -1)))));
  }

  get text() {
    return this.pencil.editor.schedule;
  }

  get slot() {
    return this.pencil.slot;
  }

  /** The first and the last of the steps to change. */
  get range() {
    return SCOPES[Number(this.scope.value)][1](this.slot, stepsOf(this.text));
  }

  /** The message of the fields; empty: the usual one. */
  get message() {
    return this.field.message.value.trim();
  }

  /** Replace the schedule, and show a step of it. */
  change(text, slot = this.slot) {
    this.pencil.put(text, slot);
  }

  shift(by) {
    const text = shifted(this.text, this.range, by);
    if (text === null) this.say.textContent = 'Step 1 cannot be earlier.';
    else this.change(text, Math.max(1, this.slot + by));
  }

  /** Move the transfer of a line to the step before or after. */
  move(line, slot) {
    if (slot < 1) this.say.textContent = 'Step 1 cannot be earlier.';
    else this.change(withLine(this.text, line, { slot }), slot);
  }

  /** Add the transfer of the fields. */
  add() {
    const [from, to] = ['from', 'to'].map(name => this.field[name].value.trim());
    if ([from, to].every(word => /^\d+$/.test(word))) this.pencil.add(Number(from), Number(to));
    else this.say.textContent = 'The sender and the receiver are numbers of processors.';
  }

  show() {
    const { slot, text } = this, { from } = this.pencil, key = `${slot} ${from} ${text}`;
    if (key === this.key) return;
    this.key = key;
    this.say.textContent = from < 0 ? `Step ${slot} is edited; the clock chooses it. Press a sender, then a receiver, or drag; press a transfer to take it away, drag it to another receiver. In Space-time, drag a message to another step.`
      : `Step ${slot}: ${from} sends; press the receiver.`;
    const focused = this.list.contains(document.activeElement) ? /** @type {any} */ (document.activeElement).dataset.key : null;
    this.list.replaceChildren(...transfersIn(text, slot).map(([line, each]) => {
      const what = `the transfer from ${each.from} to ${each.to}`, act = (sign, name, f) => button(sign, name, f, { 'data-key': `${sign} ${each.from} ${each.to} ${each.message}` });
      return make('li', {}, `${each.from} \u2192 ${each.to} (message ${each.message}) `, act('\u25c2', `${what} one step earlier`, () => this.move(line, slot - 1)),
        act('\u25b8', `${what} one step later`, () => this.move(line, slot + 1)), act('\u00d7', `take ${what} away`, () => this.change(withoutLine(this.text, line))));
    }));
    if (!focused) return;
    const buttons = [...this.list.querySelectorAll('button')];
    (buttons.find(each => each.dataset.key === focused) ?? buttons[0] ?? this.field.from).focus();
  }
}
