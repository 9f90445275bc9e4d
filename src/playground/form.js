/* The sentence that is the control: problem, network, strategy, model, cost and settings, made from
 * what `weft list --json` says. */
import { clean } from '../trace/page/script/format.js';
import { button, make, textButton } from '../trace/page/script/element.js';
import { linksOf } from './netdraw.js';

/** Parameters of networks to begin with. */
const BEGIN = { hypercube: '4', ring: '8', line: '8', mesh: '4x4', torus: '4x4', tree: '8', complete: '16', star: '8', hyperx: '4x4', switch: '8',
  'fat-tree': '2x3', dragonfly: '2x1x2', debruijn: '2x3', kautz: '2x2', ccc: '3', butterfly: '3', 'star-graph': '4', circulant: '16/1/4',
  bipartite: '4x4', random: '16x3' };

/** General settings that have controls of their own, or none: the page runs on one thread. */
const HIDDEN = new Set(['network', 'model', 'strategy', 'cost', 'engine', 'window', 'stack', 'step-us', 'limit-steps', 'on-conflict', 'expect', 'payload', 'data']);

/** Set the choices of a list: [value, text, title, disabled]; an open list stays if they are the same. */
function options(select, rows, value) {
  const key = JSON.stringify([rows, value]);
  if (select.dataset.rows === key && select.value === value) return;
  select.dataset.rows = key;
  select.replaceChildren(...rows.map(([word, text, title = '', disabled = false]) => make('option', { value: word, text, title, disabled })));
  if (!rows.some(row => row[0] === value)) select.append(make('option', { value, text: clean(value, 60) }));
  select.value = value;
}

/** Let the arrow keys change the number at the caret, or the last one. */
function stepNumbers(input) {
  input.addEventListener('keydown', event => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by) return;
    const numbers = [...input.value.matchAll(/\d+/g)], at = input.selectionStart;
    const found = numbers.find(each => each.index <= at && at <= each.index + each[0].length) ?? numbers[numbers.length - 1];
    if (!found) return;
    event.preventDefault();
    const text = String(Math.max(0, Number(found[0]) + by));
    input.value = input.value.slice(0, found.index) + text + input.value.slice(found.index + found[0].length);
    input.setSelectionRange(found.index + text.length, found.index + text.length);
    input.dispatchEvent(new Event('input'));
  });
  return input;
}

export class Form {
  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.session = session;
    const select = (id, name, change) => {
      const list = make('select', { id, 'aria-label': name, title: name });
      list.addEventListener('change', () => change(list.value));
      return list;
    };
    const text = (id, name, size, change) => {
      const input = stepNumbers(make('input', { type: 'text', id, size, spellcheck: false, title: name, autocomplete: 'off' }));
      input.setAttribute('aria-label', name);
      input.addEventListener('input', () => change(input.value.trim()));
      return input;
    };
    this.problem = select('problem', 'problem', word => this.changeProblem(word));
    this.kind = select('kind', 'network', word => this.changeKind(word));
    this.size = text('size', 'size of the network', 6, word => session.set({ network: `${this.kind.value}:${word}` }));
    this.strategy = select('strategy', 'strategy', word => session.set(word ? { strategy: word, schedule: null } : {}));
    this.model = select('model', 'model', word => session.set({ model: word || null }));
    this.cost = text('cost', 'cost of a transfer, e.g. ts=10,tw=1', 10, word => session.set({ cost: word || null }));
    this.cost.placeholder = 'ts=1,tw=0';
    this.more = make('div', { id: 'settings', className: 'bar', hidden: true });
    this.fold = textButton('more', 'settings of the problem', () => {
      this.more.hidden = !this.more.hidden;
      this.fold.setAttribute('aria-expanded', String(!this.more.hidden));
    }, { id: 'more-settings', 'aria-expanded': 'false', 'aria-controls': 'settings' });
    this.refusal = make('p', { id: 'refusal', role: 'alert', hidden: true });
    this.stop = button('stop', 'stop the run', () => session.stop(), { id: 'stop', hidden: true });
    this.running = make('span', { id: 'running', hidden: true });
    const word = text => make('span', { className: 'word', text });
    /* On a phone, the controls are in a sheet that opens from the sentence (style.css). */
    this.sentence = make('button', { type: 'button', id: 'sentence', 'aria-expanded': 'false', 'aria-controls': 'sheet', onclick: () => this.openSheet(true) });
    this.done = make('button', { type: 'button', id: 'done', text: 'done', onclick: () => this.openSheet(false) });
    this.sheet = make('div', { id: 'sheet', onkeydown: event => event.key === 'Escape' && this.openSheet(false) },
      make('div', { className: 'bar' }, this.problem, make('span', { className: 'pair' }, word('on'), this.kind, this.size), make('span', { className: 'pair' }, word('by'), this.strategy),
        make('span', { className: 'pair' }, word('in'), this.model), make('span', { className: 'pair' }, word('cost'), this.cost), this.fold),
      this.more, this.done);
    this.element = make('section', { id: 'form', 'aria-label': 'experiment' }, this.sentence, this.sheet, make('span', { className: 'pair' }, this.running, this.stop), this.refusal);
    session.listen(what => {
      if (what === 'state' || what === 'table') this.show();
      if (what === 'running') this.wait();
      if (what === 'result') this.refuse();
    });
  }

  /** Open or close the sheet, and move the focus into it, or back to the sentence. */
  openSheet(open) {
    this.element.classList.toggle('open', open);
    this.sentence.setAttribute('aria-expanded', String(open));
    (open ? this.problem : this.sentence).focus();
  }

  changeProblem(problem) {
    const { session } = this, row = session.problem(problem);
    session.set({ problem, network: row.network, strategy: session.strategies(problem)[0].name, model: null, settings: {}, schedule: null, goal: null, net: null });
  }

  changeKind(kind) {
    const { session } = this;
    if (kind === 'file') session.set({ net: linksOf(session.data?.runs[0].network ?? null, session.data?.runs[0].processors ?? 2) });
    else session.set({ network: BEGIN[kind] === undefined ? kind : `${kind}:${BEGIN[kind]}`, net: null });
  }

  /** Show the state. */
  show() {
    const { session } = this, { state, lists, rows } = session, [kind, size = ''] = state.network.split(/:(.*)/s);
    const left = new Map(rows.filter(row => row.leftOut).map(row => [row.strategy, row.leftOut]));
    options(this.problem, lists.problems.map(each => [each.name, `${each.name} \u2013 ${each.summary}`, each.source]), state.problem);
    options(this.kind, lists.networks.map(each => [each.name, each.name === 'file' ? 'your own' : each.name, each.summary]), state.net === null ? kind : 'file');
    if (document.activeElement !== this.size) this.size.value = size;
    this.size.hidden = state.net !== null || !(kind in BEGIN);
    const own = state.schedule !== null, strategies = session.strategies().map(({ name, summary }) => [name, name, left.get(name) ?? summary, left.has(name)]);
    options(this.strategy, [...(own ? [['', 'your schedule']] : []), ...strategies], own ? '' : state.strategy);
    const usual = own ? session.usualModel : session.strategies().find(each => each.name === state.strategy)?.model ?? session.usualModel;
    const models = lists.models.filter(each => !each.name.endsWith('=')).map(each => [each.name, each.name, each.summary]);
    options(this.model, [['', `${usual} (usual)`], ...models], state.model ?? '');
    if (document.activeElement !== this.cost) this.cost.value = state.cost ?? '';
    this.sentence.textContent = clean(`${state.problem} on ${state.net === null ? state.network : 'your own network'} by ${own ? 'your schedule' : state.strategy} in ${state.model ?? usual}${state.cost === null ? '' : `, cost ${state.cost}`}`, 300);
    this.showSettings();
  }

  showSettings() {
    const { session } = this, { settings, problem } = session.state;
    if (this.shown === problem) {
      for (const each of this.more.querySelectorAll('[name]')) if (each !== document.activeElement) each.value = settings[each.name] ?? '';
      return;
    }
    this.shown = problem;
    const rows = session.settings().filter(each => !HIDDEN.has(each.name));
    this.more.replaceChildren(...rows.map(row => {
      const input = row.words.length && row.low === undefined ? make('select', {}) : stepNumbers(make('input', { type: 'text', size: 8, placeholder: row.default ?? row.argument ?? '' }));
      if (input.tagName === 'SELECT') options(input, [['', `${row.default ?? 'usual'} (usual)`], ...row.words.map(word => [word, word])], '');
      input.name = row.name;
      input.title = row.summary;
      input.value = settings[row.name] ?? '';
      input.addEventListener('input', () => {
        const next = { ...session.state.settings, [row.name]: input.value.trim() };
        if (!next[row.name]) delete next[row.name];
        session.set({ settings: next });
      });
      return make('label', { title: row.summary }, make('span', { text: row.name }), input);
    }));
  }

  /** Show the error, and mark the control that was changed last. */
  refuse() {
    const { session } = this, { error } = session, texts = ['schedule', 'goal', 'net'];
    const at = { problem: this.problem, network: this.size.hidden ? this.kind : this.size, strategy: this.strategy, model: this.model, cost: this.cost }[session.changed];
    for (const each of [this.problem, this.kind, this.size, this.strategy, this.model, this.cost]) each.removeAttribute('aria-invalid');
    if (error) at?.setAttribute('aria-invalid', 'true');
    this.refusal.hidden = !error || texts.includes(session.changed);
    this.refusal.textContent = error ? clean(error, 600) : '';
    clearInterval(this.clock);
    this.stop.hidden = this.running.hidden = true;
  }

  /** After a second, say that the run takes long. */
  wait() {
    clearInterval(this.clock);
    const began = performance.now();
    this.clock = setInterval(() => {
      this.running.textContent = `running, ${Math.floor((performance.now() - began) / 1000)} s`;
      this.stop.hidden = this.running.hidden = false;
    }, 1000);
  }
}
