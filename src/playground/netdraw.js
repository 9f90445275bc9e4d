/* The network as a drawing: vertices and links are added and taken away by pressing them. The text of
 * the network (docs/networks.md) is changed line by line; lines that the drawing does not know stay. */
import { clean } from '../trace/page/script/format.js';
import { make, textButton } from '../trace/page/script/element.js';
import { circle, placesOf } from '../trace/page/script/places.js';
import { filesOf, networkWords } from './words.js';

const WIDE = 360, HIGH = 260, EDGE = 22, RADIUS = 13;
const BOX = { x: EDGE, y: EDGE, w: WIDE - 2 * EDGE, h: HIGH - 2 * EDGE };
const VERTICES_MOST = 64; /* larger networks are edited as text */
const STILL = 5; /* a press that moves less than this is no drag */

/** Return the text of a network from its arcs. @param {{arcs?: ArrayLike<number>, vertices?: number}|null} network */
export function linksOf(network, processors) {
  const arcs = network?.arcs ?? [0, 1, 1, 0], lines = [], all = new Set();
  for (let i = 0; i < arcs.length; i += 2) all.add(`${arcs[i]} ${arcs[i + 1]}`);
  for (const word of all) {
    const [u, v] = word.split(' ').map(Number), both = all.has(`${v} ${u}`);
    if (!both) lines.push(`${u} > ${v}`);
    else if (u < v) lines.push(word);
  }
  const switches = Array.from({ length: Math.max(0, (network?.vertices ?? 0) - processors) }, (_, i) => processors + i);
  return `${[...(switches.length ? [`switch ${switches.join(' ')}`] : []), ...lines].join('\n')}\n`;
}

/** Return the names of vertices in a text, those that are switches, and the links: [line, name, name]. */
export function partsOf(text) {
  const names = new Set(), switches = new Set(), links = /** @type {Array<[number, string, string]>} */ ([]);
  text.split('\n').forEach((line, i) => {
    const words = line.replace(/#.*/, '').replace('>', ' ').trim().split(/\s+/);
    if (words[0] === 'host' || words[0] === 'switch') {
      for (const name of words.slice(1)) (words[0] === 'switch' ? switches : names).add(name);
    } else if (words.length > 1) {
      links.push([i, words[0], words[1]]);
      for (const name of words.slice(0, 2)) if (!switches.has(name)) names.add(name);
    }
  });
  return { names: [...names, ...switches], switches, links };
}

const withoutLines = (text, lines) => text.split('\n').filter((_, i) => !lines.includes(i)).join('\n');

/** Return the text with the link between two vertices, or without it if there is one. */
export function withLink(text, u, v) {
  const there = partsOf(text).links.filter(each => each.slice(1).sort().join() === [u, v].sort().join()).map(each => each[0]);
  return there.length ? withoutLines(text, there) : `${text.replace(/\n*$/, '')}\n${u} ${v}\n`.replace(/^\n/, '');
}

/** Return the text without a vertex and its links, and the new name of each vertex: if processors are numbered, those above it are one less.
 * @returns {[string, (name: string) => string]} */
export function withoutVertex(text, name) {
  const { names, switches, links } = partsOf(text), numbers = names.every(each => switches.has(each) || /^\d+$/.test(each));
  const renamed = word => (numbers && Number(word) > Number(name) ? String(Number(word) - 1) : word);
  const left = withoutLines(text, links.filter(each => each.includes(name)).map(each => each[0]));
  const lines = left.split('\n').map(line => {
    const [, code, comment] = /^([^#]*)(.*)$/.exec(line), declares = /^\s*(host|switch)\s/.test(code);
    let ends = 0; /* words that name a vertex */
    return code.replace(/[^\s>]+/g, word => {
      if (declares ? word === 'host' || word === 'switch' : ++ends > 2) return word;
      return word === name ? '' : renamed(word);
    }) + comment;
  });
  return [lines.join('\n'), renamed];
}

const svg = (tag, attributes, ...children) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
};

export class NetDrawing {
  /** @param {import('./session.js').Session} session @param {import('./editor.js').Editor} editor @param {import('./stage.js').Theatre} theatre */
  constructor(session, editor, theatre) {
    this.session = session;
    this.editor = editor;
    this.theatre = theatre;
    this.places = /** @type {Map<string, number[]>} */ (new Map());
    this.chosen = '';
    this.tab = ''; /* the vertex that the Tab key reaches */
    this.key = '';
    this.grip = /** @type {{name: string, x: number, y: number}|null} */ (null);
    this.picture = svg('svg', { id: 'net-drawing', viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'group', 'aria-label': 'vertices of the network: arrow keys move, Enter chooses' });
    this.picture.addEventListener('pointerdown', event => this.press(/** @type {PointerEvent} */ (event)));
    this.picture.addEventListener('pointerup', event => this.leave(/** @type {PointerEvent} */ (event)));
    this.picture.addEventListener('keydown', event => this.type(/** @type {KeyboardEvent} */ (event)));
    this.say = make('p', { id: 'net-says', role: 'status', className: 'dim' });
    this.remove = textButton('remove the vertex', 'the chosen vertex and its links (Delete)', () => this.drop());
    this.element = make('div', {}, make('p', { className: 'dim', text: 'Press two vertices to add a link or to take it away, a link to take it away, an empty place to add a vertex. Drag a vertex to move it.' }),
      this.picture, make('div', { className: 'bar' }, textButton('add a vertex', 'linked to the chosen one, or to the last one', () => this.grow()), this.remove), this.say);
    theatre.listeners.push(() => this.show());
    session.listen(what => {
      if (what === 'state' || what === 'result') this.show();
      if (what === 'result') this.measure();
    });
  }

  get run() {
    return this.theatre.page?.view.runs[0];
  }

  /** The text that is drawn: of the own network, or of the one that is shown. */
  get text() {
    const { net } = this.session.state, { run } = this;
    return net ?? (run ? linksOf(run.network, run.processors) : '');
  }

  put(text) {
    this.editor.put(text, 'net');
  }

  /** Report the size of the own network. */
  async measure() {
    const { session } = this, { state } = session;
    this.say.textContent = '';
    if (state.net === null) return;
    const { status, out, err } = await session.extra.command(networkWords(state), filesOf(state)), decoder = new TextDecoder();
    if (state.net !== session.state.net) return;
    if (status) this.say.textContent = clean(decoder.decode(err).replace(/^weft(?: \w+)?: /, ''), 300);
    else {
      const { processors, switches, arcs, degree: [low, high], diameter } = JSON.parse(decoder.decode(out));
      this.say.textContent = `${processors} processors, ${switches ? `${switches} switches, ` : ''}${arcs} arcs, degree ${low === high ? low : `${low} to ${high}`}, diameter ${diameter}`;
    }
  }

  /* ---- drawing -------------------------------------------------------- */

  /** Give each vertex a place: where it was in the drawing, where weft draws the network of the controls, or on a circle. */
  place(names) {
    const { run, session: { state } } = this, known = state.net === null && run?.network?.at && placesOf(run, BOX, 'network', {});
    const round = circle(names.length, false);
    const others = names.filter(name => !this.places.has(name)).length + [...this.places.keys()].filter(name => !names.includes(name)).length;
    if (state.net === null || others > 1) this.places.clear(); /* another network */
    names.forEach((name, i) => {
      if (!this.places.has(name)) this.places.set(name, known?.[i] ?? [WIDE / 2 + round[i][0] * BOX.w / 2, HIGH / 2 + round[i][1] * BOX.h / 2]);
    });
  }

  show(force = false) {
    const { text, session: { state } } = this, { names, switches, links } = partsOf(text), key = `${this.chosen} ${state.net === null ? state.network : ''} ${text}`;
    if (key === this.key && !force) return;
    this.key = key;
    const drawn = names.length <= VERTICES_MOST && !text.includes('<');
    this.picture.toggleAttribute('hidden', !drawn);
    if (!drawn) return;
    if (!force) this.place(names);
    if (!names.includes(this.chosen)) this.chosen = '';
    if (!names.includes(this.tab)) [this.tab = ''] = names;
    this.remove.disabled = !this.chosen;
    const inside = this.picture.contains(document.activeElement), at = name => this.places.get(name), neighbours = name => links.filter(each => each.includes(name)).map(([, u, v]) => (u === name ? v : u));
    this.picture.replaceChildren(
      ...links.map(([line, u, v]) => svg('line', { 'data-line': line, x1: at(u)[0], y1: at(u)[1], x2: at(v)[0], y2: at(v)[1] })),
      ...names.map(name => svg('g', { 'data-name': name, transform: `translate(${at(name)})`, role: 'button', tabindex: name === this.tab ? 0 : -1, 'aria-pressed': name === this.chosen,
        'aria-label': `${switches.has(name) ? 'switch' : 'processor'} ${name}, links to ${neighbours(name).join(', ') || 'none'}` },
      switches.has(name) ? svg('rect', { x: -RADIUS, y: -RADIUS, width: 2 * RADIUS, height: 2 * RADIUS }) : svg('circle', { r: RADIUS }), svg('text', { dy: '.35em' }, clean(name, 6)))));
    if (inside) this.vertex(this.tab)?.focus();
  }

  vertex(name) {
    return [.../** @type {any} */ (this.picture.querySelectorAll('g'))].find(each => each.dataset.name === name);
  }

  /* ---- changes -------------------------------------------------------- */

  /** Choose a vertex, or link it with the chosen one. */
  pick(name) {
    const { chosen } = this;
    this.tab = name;
    this.chosen = chosen ? '' : name;
    if (chosen && chosen !== name) this.put(withLink(this.text, chosen, name));
    this.show();
  }

  /** Add a vertex, linked to the chosen one or else to `near`. */
  grow(place = null, near = '') {
    const { names } = partsOf(this.text), to = this.chosen || near || names[names.length - 1];
    let name = names.length;
    while (names.includes(String(name))) name++;
    const [x, y] = this.places.get(to) ?? [0, 0];
    this.places.set(String(name), place ?? [(x + WIDE / 2) / 2, (y + HIGH / 2) / 2]);
    this.chosen = '';
    this.put(withLink(this.text, to ?? '0', String(to === undefined ? 1 : name)));
  }

  /** Take the chosen vertex away. */
  drop() {
    const { chosen, places } = this;
    if (!chosen) return;
    const [text, renamed] = withoutVertex(this.text, chosen);
    this.places = new Map([...places].filter(([name]) => name !== chosen).map(([name, place]) => [renamed(name), place]));
    this.chosen = '';
    this.put(text);
  }

  /* ---- pointer and keys ----------------------------------------------- */

  /** Return the place of an event in the drawing. @param {PointerEvent} event */
  at(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(/** @type {any} */ (this.picture).getScreenCTM().inverse());
    return [Math.min(WIDE - RADIUS, Math.max(RADIUS, x)), Math.min(HIGH - RADIUS, Math.max(RADIUS, y))];
  }

  /** Return the name of the vertex at a place; empty: none. @param {number[]} place */
  nameAt([x, y], reach = RADIUS + 2) {
    const near = partsOf(this.text).names.map(name => /** @type {[string, number]} */ ([name, Math.hypot(this.places.get(name)[0] - x, this.places.get(name)[1] - y)])).sort((a, b) => a[1] - b[1]);
    return near[0]?.[1] <= reach ? near[0][0] : '';
  }

  /** @param {PointerEvent} event */
  press(event) {
    const place = this.at(event);
    this.grip = { name: this.nameAt(place), x: place[0], y: place[1] };
    if (this.grip.name) this.picture.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  leave(event) {
    const { grip } = this, place = this.at(event), name = this.nameAt(place);
    this.grip = null;
    if (!grip) return;
    const moved = Math.hypot(place[0] - grip.x, place[1] - grip.y) > STILL, line = /** @type {any} */ (event.target).dataset?.line;
    if (grip.name && moved && name && name !== grip.name) this.put(withLink(this.text, grip.name, name));
    else if (grip.name && moved) {
      this.places.set(grip.name, place);
      this.show(true);
    } else if (grip.name) this.pick(grip.name);
    else if (line !== undefined) this.put(withoutLines(this.text, [Number(line)]));
    else if (!moved) this.grow(place, this.nameAt(place, Infinity));
  }

  /** @param {KeyboardEvent} event */
  type(event) {
    const { names } = partsOf(this.text), by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const keys = { Enter: () => this.pick(this.tab), ' ': () => this.pick(this.tab), Delete: () => this.drop(), Escape: () => this.pick(this.chosen) };
    if (!by && !keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    if (keys[event.key]) {
      if (event.key !== 'Escape' || this.chosen) keys[event.key]();
      return;
    }
    this.tab = names[(names.indexOf(this.tab) + by + names.length) % names.length];
    this.show(true);
  }
}
