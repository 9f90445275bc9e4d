/* The editor: texts of the schedule, the network and the goal, with line numbers. Every change is
 * judged; lines of transfers that break a rule, and the line that weft cannot read, are marked. */
import { clean } from '../trace/page/script/format.js';
import { make, save, textButton } from '../trace/page/script/element.js';
import { meaningOf } from './rules.js';
import { filesOf } from './words.js';

const UNDO_MOST = 200;

/** Return the text of a schedule without the lines that name the experiment, which the controls do. */
const ownText = text => text.replace(/^# (network|model|problem|strategy|seed|unit_ns|bytes): .*\n/gm, '');

/** A text area with line numbers; wrong lines are marked. A text below it explains the line of the
 * caret, if that is wrong, or else the first wrong line. */
class Lines {
  constructor(id, name, change) {
    this.text = make('textarea', { id, spellcheck: false, wrap: 'off', rows: 14, 'aria-label': name });
    this.numbers = make('pre', { className: 'numbers', 'aria-hidden': 'true' });
    this.under = make('pre', { className: 'under', 'aria-hidden': 'true' });
    this.say = make('p', { className: 'broken', id: `broken-${id}`, hidden: true });
    this.text.setAttribute('aria-describedby', this.say.id);
    this.element = make('div', {}, make('div', { className: 'lines' }, this.numbers, make('div', { className: 'sheet' }, this.under, this.text)), this.say);
    this.text.addEventListener('input', () => change(this.text.value));
    this.text.addEventListener('scroll', () => this.scroll());
    for (const type of ['keyup', 'click']) this.text.addEventListener(type, () => this.explain());
    this.marked = new Map();
    this.frame = 0;
  }

  /** Show a text; leave the field alone if it has this text already. */
  set(value) {
    if (this.text.value !== value) this.text.value = value;
    this.number();
  }

  /** @param {Map<number, string>} marked what is wrong with a line, by number from 1 @param {boolean} explained whether it stands elsewhere */
  mark(marked, explained = false) {
    this.marked = marked;
    this.explained = explained;
    this.number();
    this.underline();
    this.explain();
  }

  /** Scroll the copies with the text in the next frame: a layout now would be one more. */
  align() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.scroll());
  }

  scroll() {
    this.numbers.scrollTop = this.under.scrollTop = this.text.scrollTop;
    this.under.scrollLeft = this.text.scrollLeft;
  }

  /** Underline the marked lines, in a copy of the text below the field. */
  underline() {
    const { marked } = this, lines = marked.size ? this.text.value.split('\n') : [], parts = [];
    let from = 0;
    for (const at of [...marked.keys()].sort((a, b) => a - b)) {
      parts.push(lines.slice(from, at - 1).map(line => `${line}\n`).join(''), make('u', { text: lines[at - 1] ?? '' }), '\n');
      from = at;
    }
    this.under.replaceChildren(...parts, `${lines.slice(from).join('\n')}\n`);
    this.align();
  }

  explain() {
    const { marked, text } = this, at = text.value.slice(0, text.selectionStart).split('\n').length;
    const line = marked.has(at) ? at : Math.min(...marked.keys());
    this.say.hidden = !marked.size || this.explained;
    this.say.textContent = marked.size ? `line ${line}: ${marked.get(line)}` : '';
  }

  number() {
    const count = this.text.value.split('\n').length, { marked } = this;
    const key = `${count} ${[...marked.keys()].join()}`;
    if (key === this.key) return;
    this.key = key;
    if (!marked.size) this.numbers.textContent = Array.from({ length: count }, (_, i) => i + 1).join('\n');
    else this.numbers.replaceChildren(...Array.from({ length: count }, (_, i) => make('span', { className: marked.has(i + 1) ? 'wrong' : '', title: marked.get(i + 1) ?? '', text: String(i + 1) })));
    this.align();
  }
}

const TABS = [
  ['schedule', 'Schedule', 'slot from to message, one transfer a line'],
  ['net', 'Network', 'u v, one link a line'],
  ['goal', 'Goal', 'blocks that each processor has and wants (docs/goals.md)'],
];

export class Editor {
  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.session = session;
    this.open = 'schedule';
    /** Texts that were replaced, with their members of the state. @type {Array<[string, string|null]>} */
    this.past = [];
    this.future = /** @type {Array<[string, string|null]>} */ ([]);
    this.undos = /** @type {Array<[any, any]>} */ ([]); /* buttons */
    this.areas = new Map(TABS.map(([key, title, hint]) => [key, new Lines(`text-${key}`, `${title}: ${hint}`, value => this.put(value, key))]));
    this.tabs = TABS.map(([key, title]) => make('button', { type: 'button', role: 'tab', id: `tab-${key}`, 'aria-controls': `panel-${key}`, text: title,
      onclick: () => this.choose(key) }));
    this.trouble = make('p', { id: 'trouble', role: 'status' });
    this.panels = TABS.map(([key, , hint]) => make('div', { role: 'tabpanel', id: `panel-${key}`, 'aria-labelledby': `tab-${key}` },
      make('p', { className: 'dim', text: hint }), this.areas.get(key).element, make('div', { className: 'bar' }, ...this.buttons(key))));
    this.element = make('section', { id: 'editor', 'aria-label': 'editor' }, make('div', { role: 'tablist', className: 'bar' }, ...this.tabs), ...this.panels, this.trouble);
    session.listen(what => {
      if (what === 'state' || what === 'result') this.show();
    });
    addEventListener('keydown', event => this.key(event));
    this.choose('schedule');
  }

  buttons(key) {
    const { session } = this;
    const saves = textButton('save', 'save the text as a file', () => this.save(key)), begin = {
      schedule: () => [textButton('empty', 'begin with an empty schedule', () => this.put(`# processors: ${session.data?.runs[0].processors ?? 2}\n`)),
        textButton('the strategy\u2019s', 'take the schedule of the strategy again', () => this.put(null))],
      net: () => [textButton('the network\u2019s', 'take the network of the controls again', () => this.put(null, 'net'))],
      goal: () => [textButton('begin', 'begin with the goal of the problem', () => this.beginGoal()), textButton('the problem\u2019s', 'take the goal of the problem again', () => this.put(null, 'goal'))],
    }[key]();
    const undo = textButton('undo', 'undo the last change (Ctrl-Z)', () => this.undo(1)), redo = textButton('redo', 'redo (Ctrl-Shift-Z)', () => this.undo(-1));
    this.undos.push([undo, redo]);
    return [undo, redo, ...begin, saves];
  }

  choose(key) {
    this.open = key;
    this.tabs.forEach((tab, i) => {
      const on = TABS[i][0] === key;
      tab.setAttribute('aria-selected', String(on));
      this.panels[i].hidden = !on;
    });
    this.show();
  }

  save(key) {
    save(new Blob([this.areas.get(key).text.value], { type: 'text/plain' }), { schedule: 'own.sched', net: 'own.net', goal: 'own.goal' }[key]);
  }

  /** Return the schedule that is shown: that of the user or of the strategy. */
  get schedule() {
    return this.session.state.schedule ?? ownText(this.session.text);
  }

  /** Replace the schedule or another text (null: the one of the controls); the one before can be had again. */
  put(text, key = 'schedule') {
    this.past.push([key, this.session.state[key]]);
    if (this.past.length > UNDO_MOST) this.past.shift();
    this.future = [];
    this.session.set({ [key]: text });
  }

  undo(direction) {
    const from = direction > 0 ? this.past : this.future, to = direction > 0 ? this.future : this.past;
    if (!from.length) return;
    const [key, text] = from.pop();
    to.push([key, this.session.state[key]]);
    if (key !== this.open) this.choose(key);
    this.session.set({ [key]: text });
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
    event.preventDefault();
    this.undo(event.shiftKey ? -1 : 1);
  }

  async beginGoal() {
    const { session } = this, { problem } = session.state;
    const found = await session.extra.command(['list', 'goal', problem], filesOf(session.state));
    if (found.status) this.trouble.textContent = clean(new TextDecoder().decode(found.err), 300);
    else this.put(new TextDecoder().decode(found.out), 'goal');
  }

  /** Return the lines of a schedule that break rules: what the first finding on each says, and what its rule means. */
  wrongLines(text) {
    const { findings } = this.session.result, wrong = new Map(), lines = new Map();
    if (!findings.length) return wrong;
    text.split('\n').forEach((line, i) => {
      const words = line.trim().split(/\s+/);
      if (words.length >= 4) lines.set(words.slice(0, 4).join(' '), i + 1);
    });
    for (const each of findings) for (const transfer of each.transfers ?? []) {
      const at = lines.get(transfer.join(' '));
      if (at && !wrong.has(at)) wrong.set(at, clean(`${each.text}. ${meaningOf(each.rule)}`, 500));
    }
    return wrong;
  }

  show() {
    const { session } = this, { state, error, changed } = session;
    if (!this.areas || !session.lists) return;
    for (const [undo, redo] of this.undos) [undo.disabled, redo.disabled] = [!this.past.length, !this.future.length];
    const value = { schedule: this.schedule, net: state.net ?? '', goal: state.goal ?? '' };
    for (const [key, area] of this.areas) {
      const line = changed === key && error ? Number(/line (\d+)/.exec(error)?.[1]) : 0;
      area.set(value[key]);
      area.mark(line ? new Map([[line, error]]) : key === 'schedule' && !error ? this.wrongLines(value[key]) : new Map(), line > 0);
      if (key === this.open) this.trouble.textContent = changed === key && error ? clean(error, 400) : '';
    }
    this.trouble.hidden = !this.trouble.textContent;
  }
}
