/* The runs of the page: columns of numbers, read from elements of the page. */
import { clean } from './format.js';
import { nameRuns } from './titles.js';

/* The kinds of events, equal to those of enum weft_event_kind. */
export const SEND = 0;
export const RECEIVE = 1;
export const TASK = 9;
export const DONE = 10;
export const KINDS = ['send', 'receive', 'wait', 'sleep', 'compute', 'store', 'mark', 'call',
  'present', 'task', 'done'];

/* The states of a processor: 0 to 2 are busy, overhead and idle; NONE: it is absent. */
export const NONE = 4;
export const STATES = ['busy', 'overhead', 'idle'];

const BINARY_MOST = 5; /* maximum number of binary digits that are shown */
const WAITED = 2; /* WEFT_EVENT_WAITED, in the flags of a receive */
const BLOCK = 512; /* number of messages that share an entry of `gone` */

/** @typedef {Uint8Array|Uint16Array|Uint32Array|Float64Array} Numbers */

/** @param {string} text @returns {Uint8Array} */
function fromBase64(text) {
  const quick = /** @type {any} */ (Uint8Array).fromBase64;
  if (quick) return quick.call(Uint8Array, text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Return one column. @returns {Numbers} */
function column(buffer, at, width, count, difference) {
  const types = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: Float64Array };
  const numbers = new types[width](buffer, at, count);
  if (!difference) return numbers;
  const sums = new Uint32Array(count);
  for (let i = 0, sum = 0; i < count; i++) sums[i] = sum += numbers[i];
  return sums;
}

/** Return columns in elements of the document, which are removed when they are read: [list, base64]. @param {string} id @returns {[any[], string]} */
function takeElements(id) {
  const element = document.getElementById('data-' + id), list = document.getElementById('columns-' + id);
  const text = element.textContent;
  element.remove();
  return [JSON.parse(list.textContent), text];
}

async function inflated(bytes) {
  const Stream = /** @type {any} */ (globalThis).DecompressionStream;
  const stream = new Blob([bytes]).stream().pipeThrough(new Stream('deflate'));
  return new Response(stream).arrayBuffer();
}

/** Return all columns of a list. @returns {Object<string, Numbers>} */
function columns(list, buffer) {
  /** @type {Object<string, Numbers>} */
  const found = {};
  let at = 0;
  for (const [name, width, count, difference] of list) {
    found[name] = column(buffer, at, width, count, difference);
    at += Math.ceil(width * count / 8) * 8;
  }
  return found;
}

/** Return the first index at which the element is greater than the value. @param {Numbers} array */
export function above(array, value, from = 0, to = array.length) {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (array[middle] <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * A run. Unless stated otherwise, times are in its time units, from its beginning; the page has
 * other times (view.js).
 */
export class Run {
  /** @param {(part: string) => [any[], string]} part returns a list of columns and their numbers */
  constructor(told, index, part) {
    this.index = index;
    this.part = part;
    this.told = told;
    this.processors = told.processors;
    this.step = Number(told.step);
    this.unitNs = Number(told.unitNs);
    this.length = told.length;
    this.origin = told.origin;
    this.network = told.network ?? null;
    /** @type {Map<string, string>} */
    this.parameters = new Map(told.parameters);
    /** Short names of processors, by number. @type {Map<number, string[]>} */
    this.names = new Map(told.names.map(([number, ...names]) => [number, names]));
    this.name = clean(told.name);
    const first = this.parameters.get('first-processor') ?? '';
    this.first = /^\d{1,9}$/.test(first) ? Number(first) : 0; /* rank of the first processor, in a window of a trace */
    /** The title among the runs of the page, and the complete title (titles.js). */
    this.title = this.whole = '';
    /** Does the run only communicate, so that no processor is ever busy? */
    this.communicates = told.stats.total[0] === '0' && told.stats.total[1] !== '0';
    this.toPage = 1; /* number of the page's time units in one of the run's */
    this.ready = false;
    /** @type {number[][]|undefined} */
    this.pairs = undefined;
    /** @type {Map<string, number>} */
    this.most = new Map(); /* results of mostAtOnce() */
    /** @type {Object<string, any>} */
    this.cache = {}; /* data that displays store about the run, independent of their size */
  }

  /** Read the levels, which are small and precede everything else. */
  readFirst() {
    const [list, numbers] = this.part('first');
    this.level = columns(list, fromBase64(numbers).buffer).level;
  }

  /** Read everything else, when the document is complete. */
  async readAll() {
    const [list, numbers] = this.part('all'), all = columns(list, await inflated(fromBase64(numbers)));
    this.event = all;
    this.events = all.start.length;
    this.Times = this.length < 0xfffffff0 ? Uint32Array : Float64Array;
    this.never = this.Times === Uint32Array ? 0xffffffff : Infinity;
    this.takeSpans(all);
    this.takeMessages(all);
    this.takeTasks(all);
    this.path = {
      length: all.pathStart.length, start: all.pathStart, duration: all.pathDuration,
      rank: all.pathRank, peer: all.pathPeer, kind: all.pathKind, message: all.pathMessage,
      wait: all.pathWait,
    };
    this.takeWaits(all);
    this.route = all.route;
    this.ready = true;
  }

  /** Store the spans. Those of processor p are [offset[p], offset[p + 1]); the last span of each processor has the state NONE. */
  takeSpans(all) {
    const { spanStart: start, spanState: state } = all;
    const offset = new Uint32Array(this.processors + 1);
    for (let i = 0, rank = 0; i < state.length; i++)
      if (state[i] === NONE) offset[++rank] = i + 1;
    this.span = { start, state, offset };
  }

  /** Store the wait states, by processor and start: those of p are [offset[p], offset[p + 1]). */
  takeWaits(all) {
    const { waitStart: start, waitDuration: duration, waitRank: rank, waitCause: cause, waitKind: kind } = all;
    const offset = new Uint32Array(this.processors + 1);
    for (const each of rank) offset[each + 1]++;
    for (let i = 0; i < this.processors; i++) offset[i + 1] += offset[i];
    this.wait = { count: start.length, start, duration, rank, cause, kind, offset };
  }

  /** Return the wait of a processor at a time, the one that began last; -1: none. */
  waitAt(rank, time) {
    const { start, duration, offset } = this.wait;
    let i = above(start, time, offset[rank], offset[rank + 1]) - 1;
    for (let tries = 0; i >= offset[rank] && tries < 64; i--, tries++)
      if (time < start[i] + duration[i]) return i;
    return -1;
  }

  /** Call f(kind, from, to) for the waits of a processor in a window. */
  eachWait(rank, from, to, f) {
    const { start, duration, kind, offset } = this.wait;
    for (let i = offset[rank]; i < offset[rank + 1] && start[i] < to; i++)
      if (start[i] + duration[i] > from) f(kind[i], start[i], start[i] + duration[i]);
  }

  /** Collect the messages in the order of their sends, in one array per property. */
  takeMessages(all) {
    const { kind, rank, peer, start, duration, pair } = all;
    let count = 0;
    for (let i = 0; i < kind.length; i++) count += kind[i] === SEND && peer[i] > 0 ? 1 : 0;
    const index = new Int32Array(kind.length).fill(-1);
    const m = this.message = {
      count,
      event: new Uint32Array(count), receive: new Int32Array(count).fill(-1),
      start: new this.Times(count), sent: new this.Times(count),
      arrive: new this.Times(count), taken: new this.Times(count),
      source: new Uint32Array(count), target: new Uint32Array(count),
      id: new Int32Array(count), bytes: new Uint32Array(count), hops: new Uint32Array(count),
      task: /** @type {Int32Array|null} */ (null),
      items: all.items?.length ? new Uint32Array(count) : null, /* contents of each message (known/holdings.js) */
    };
    for (let i = 0, n = 0; i < kind.length; i++) {
      if (kind[i] !== SEND || peer[i] === 0) continue;
      index[i] = n;
      m.event[n] = i;
      m.start[n] = start[i];
      m.sent[n] = m.arrive[n] = start[i] + duration[i];
      m.taken[n] = this.never;
      m.source[n] = rank[i];
      m.target[n] = peer[i] - 1;
      m.id[n] = all.message[i] - 1;
      m.bytes[n] = all.bytes[i];
      m.hops[n] = all.hops[i];
      if (m.items) m.items[n] = all.items[i];
      n++;
    }
    for (let i = 0; i < kind.length; i++) {
      const p = pair[i];
      if (!p) continue;
      const n = index[p & 1 ? i + (p >>> 1) : i - (p >>> 1)];
      if (n >= 0) this.receiveMessage(n, i);
    }
    this.indexMessages();
  }

  /** Record that receive event i takes message n. */
  receiveMessage(n, i) {
    const m = this.message, { start, duration, flags } = this.event;
    const end = start[i] + duration[i];
    const waited = (flags[i] & WAITED) !== 0;
    const late = this.step ? duration[i] === 0 || start[i] > m.start[n] : !waited;
    m.receive[n] = i;
    m.taken[n] = Math.max(end, m.start[n]);
    m.arrive[n] = Math.max(m.start[n], late ? Math.min(m.sent[n], end) : end);
  }

  /** Find the time at which the last message of each block is gone. */
  indexMessages() {
    const m = this.message;
    const blocks = Math.ceil(m.count / BLOCK);
    this.gone = new Float64Array(blocks);
    const lost = [];
    let flight = 0;
    for (let n = 0; n < m.count; n++) {
      const never = m.taken[n] === this.never;
      if (never) lost.push(n);
      const end = never ? m.arrive[n] : m.taken[n];
      flight = Math.max(flight, m.arrive[n]);
      const b = Math.floor(n / BLOCK);
      if (end > this.gone[b]) this.gone[b] = end;
    }
    this.lost = lost;
  }

  /**
   * Call f(message) for all messages in flight or queued at some time in [from, to]; messages that
   * are never taken count only while they are in flight.
   */
  eachMessage(from, to, f) {
    const m = this.message;
    const end = above(m.start, to);
    for (let b = 0; b * BLOCK < end; b++) {
      if (this.gone[b] < from) continue;
      const last = Math.min(end, (b + 1) * BLOCK);
      for (let n = b * BLOCK; n < last; n++) {
        const gone = m.taken[n] === this.never ? m.arrive[n] : m.taken[n];
        if (gone >= from) f(n);
      }
    }
  }

  /** Call f(message) for the messages in flight at a time: from the start to the end of the transfer. */
  eachFlying(time, f) {
    const m = this.message;
    this.eachMessage(time, time, n => {
      if (m.start[n] <= time && time < m.arrive[n]) f(n);
    });
  }

  /** Call f(message) for the messages queued at a time: from the end of the transfer until they are taken. */
  eachQueued(time, f) {
    const m = this.message;
    this.eachMessage(time, time, n => {
      if (m.taken[n] !== this.never && m.arrive[n] <= time && time < m.taken[n]) f(n);
    });
    for (const n of this.lost) if (m.arrive[n] <= time) f(n);
  }

  /**
   * Collect the tasks: a begin and an end with the same number belong together, and the task begun
   * last ends first.
   */
  takeTasks(all) {
    const { kind, rank, start } = all;
    const open = new Map();
    const list = [];
    for (let i = 0; i < kind.length; i++) {
      if (kind[i] !== TASK && kind[i] !== DONE) continue;
      const number = all.message[i] - 1;
      const key = rank[i] * 4294967296 + number;
      const stack = open.get(key) ?? [];
      if (kind[i] === TASK) {
        stack.push(list.length);
        list.push({ rank: rank[i], number, start: start[i], end: -1, open: false, line: this.detailsOf(i)?.[2] ?? '' });
        open.set(key, stack);
      } else if (stack.length) {
        list[stack.pop()].end = start[i];
      }
    }
    for (const task of list.filter(each => each.end < 0)) {
      task.end = this.lastOf(task.rank);
      task.open = true;
    }
    this.task = list;
    this.taskNumbers = [...new Set(list.map(task => task.number))].sort((a, b) => a - b);
    /** @type {Map<number, Array<{rank: number, number: number, start: number, end: number, open: boolean, line: string}>>} */
    this.tasksOf = new Map();
    this.stretches = new Map(); /* stretches of each processor, once they are needed */
    for (const task of list) {
      const own = this.tasksOf.get(task.rank) ?? [];
      own.push(task);
      this.tasksOf.set(task.rank, own);
    }
  }

  /** Return the tag, the communicator and the source line of an event, each perhaps empty; null: it has none. @param {number} i @returns {string[]|null} */
  detailsOf(i) {
    const number = this.event.details?.[i];
    return number ? this.told.details[number - 1].map(text => clean(text, 240)) : null;
  }

  /** Return lines about the details of message n and of its receive, or ''. @param {number} n */
  messageDetails(n) {
    const m = this.message, sent = this.detailsOf(m.event[n]);
    const received = m.receive[n] < 0 ? null : this.detailsOf(m.receive[n]);
    if (!sent && !received) return '';
    const [tag, communicator, line] = sent ?? ['', '', ''];
    return [tag && `tag ${tag}`, communicator, line && `sent at ${line}`, received?.[2] && `received at ${received[2]}`]
      .filter(text => text).map(text => `\n${text}`).join('');
  }

  /** Return the end of a processor's last span. */
  lastOf(rank) {
    return this.span.start[this.span.offset[rank + 1] - 1];
  }

  /**
   * Return the stretches of a processor's innermost task, in order of time. The innermost task is
   * the one that began last among those that have not ended.
   */
  stretchesOf(rank) {
    const kept = this.stretches.get(rank);
    if (kept) return kept;
    const own = this.tasksOf.get(rank) ?? [], list = [], open = [];
    const edges = [...new Set(own.flatMap(task => [task.start, task.end]))].sort((a, b) => a - b);
    let next = 0;
    for (let i = 0; i + 1 < edges.length; i++) {
      while (next < own.length && own[next].start <= edges[i]) open.push(own[next++]);
      while (open.length && open[open.length - 1].end <= edges[i]) open.pop();
      const inner = open[open.length - 1], last = list[list.length - 1];
      if (!inner) continue;
      if (last && last.number === inner.number && last.open === inner.open && last.line === inner.line && last.end === edges[i]) last.end = edges[i + 1];
      else list.push({ number: inner.number, start: edges[i], end: edges[i + 1], open: inner.open, line: inner.line });
    }
    const found = { list, start: Float64Array.from(list, each => each.start) };
    this.stretches.set(rank, found);
    return found;
  }

  /** Return the stretch of a processor's innermost task at a time, or null. */
  taskAt(rank, time) {
    const { list, start } = this.stretchesOf(rank);
    const found = list[above(start, time) - 1];
    return found && time < found.end ? found : null;
  }

  /** @param {number} number */
  taskName(number) {
    const given = this.parameters.get(`task.${number}`);
    const category = this.parameters.get(`category.${number}`);
    if (given !== undefined)
      return clean(given, 40) + (category ? ` (${clean(category, 20)})` : '');
    const call = number - this.told.firstCall;
    return this.told.calls[call] ?? `task ${number}`;
  }

  /** Return the index of a processor's span at a time. */
  spanAt(rank, time) {
    const { start, offset } = this.span;
    return above(start, time, offset[rank], offset[rank + 1]) - 1;
  }

  /** Return the state of a processor at a time, in words. @param {import('./view.js').View} view */
  stateWord(rank, time, view) {
    const { offset, state } = this.span, at = this.spanAt(rank, time), last = this.lastOf(rank) * this.toPage;
    if (offset[rank + 1] - offset[rank] < 2) return 'without events';
    if (at < offset[rank]) return 'not started';
    if (state[at] === NONE) return `finished at ${view.steps ? `step ${Math.ceil(last)}` : view.momentText(last)}`;
    return STATES[Math.min(2, state[at])];
  }

  /** Return whether a processor has finished. */
  hasFinished(rank, time) {
    const { offset, start } = this.span;
    return offset[rank + 1] - offset[rank] > 1 && time >= start[offset[rank + 1] - 1];
  }

  /** Return a processor's state at a time; NONE before its begin and after its end. */
  stateAt(rank, time) {
    const at = this.spanAt(rank, time);
    return at < this.span.offset[rank] ? NONE : this.span.state[at];
  }

  /** Return the name that a foreign trace gives a processor; undefined: none. @param {number} rank */
  given(rank) {
    const name = this.parameters.get(`processor.${rank + this.first}`);
    return name ? clean(name, 160) : undefined;
  }

  /** Return the number of a processor in the trace, with its name there. @param {number} rank */
  key(rank) {
    const given = this.given(rank), number = String(rank + this.first);
    return given === undefined ? number : `${number} ${given}`;
  }

  /** Return the number of a processor in the trace, with its name there or in the network. @param {number} rank */
  who(rank) {
    const name = this.vertex(rank), number = String(rank + this.first);
    return this.given(rank) !== undefined || name === undefined || name === number ? this.key(rank) : `${number} = ${name}`;
  }

  /** Return the label of a processor: at most 24 characters, at level 1 at most
   * 16, at level 2 only its number. On a hypercube, it includes the number in
   * binary if that is short. @param {number} rank */
  label(rank, level = 0) {
    const number = String(rank + this.first), names = this.names.get(rank + this.first), name = this.vertex(rank);
    if (names) return clean(names[level] ?? number, 24);
    if (name === undefined || name === number) return number;
    if (!this.isCube) return name;
    return level < 2 && name.length <= BINARY_MOST ? `${number} = ${name}` : number;
  }

  /** Are the network's labels the numbers in binary? */
  get isCube() {
    return this.network?.cube > 1 && this.network.labels?.[1] === '1'.padStart(this.network.cube, '0');
  }

  /** Return the network's label of a vertex, or undefined. @param {number} vertex */
  vertex(vertex) {
    const name = this.network?.labels?.[vertex];
    return name === undefined ? undefined : clean(name, 24);
  }

  /** Return the label of a processor or switch. @param {number} vertex */
  end(vertex, level = 0) {
    if (vertex < this.processors) return this.label(vertex, level);
    const name = this.vertex(vertex);
    return name === undefined || name === String(vertex) ? `s${vertex}` : name;
  }

  /** Return the pairs of linked vertices: [from, to], once for both directions. */
  links() {
    if (!this.pairs) {
      const arcs = this.network?.arcs ?? [], known = new Set(), pairs = [];
      for (let i = 0; i < arcs.length; i += 2) {
        if (known.has(arcs[i + 1] * 2097152 + arcs[i])) continue;
        known.add(arcs[i] * 2097152 + arcs[i + 1]);
        pairs.push([arcs[i], arcs[i + 1]]);
      }
      this.pairs = pairs;
    }
    return this.pairs;
  }

  /** Return the switches that message n names as its way, or null. */
  namedWay(n) {
    const text = this.message?.items?.[n];
    if (!text) return null;
    const { itemsStart: start, itemsWord: word } = this.event;
    for (let at = start[text - 1]; at < start[text]; at += 3 + 2 * word[at + 2])
      if (word[at] > word[at + 1]) return [...word.subarray(at + 3, at + 3 + word[at + 2])];
    return null;
  }

  /** Return the vertices on the route of a message, or on the way that message n names, including both ends; one vertex
   * if they are the same. */
  wayOf(source, target, n = -1) {
    const named = this.namedWay(n), way = [source];
    if (named) return [source, ...named, target];
    if (source === target) return way;
    if (!this.route?.length) return [source, target];
    for (let at = source; at !== target && way.length < this.network.vertices;) {
      at = this.route[at * this.processors + target];
      way.push(at);
    }
    return way;
  }

  /** Return the counts at a time that the line below the clock shows. */
  countsAt(time) {
    const counts = { busy: 0, overhead: 0, idle: 0, finished: 0, absent: 0, flying: 0, bytes: 0, queued: 0 };
    const words = ['busy', 'overhead', 'idle', 'idle', 'absent'];
    for (let rank = 0; rank < this.processors; rank++)
      counts[this.hasFinished(rank, time) ? 'finished' : words[this.stateAt(rank, time)]]++;
    this.eachFlying(time, n => {
      counts.flying++;
      counts.bytes += this.message.bytes[n];
    });
    this.eachQueued(time, () => counts.queued++);
    return counts;
  }
}

/** Create the runs of the page; their columns are still to be read. @param {any} [data] of `weft view --data`; without it, the elements of the document */
export function readRuns(data) {
  const told = data ?? JSON.parse(document.getElementById('runs').textContent);
  /** @type {(i: number) => (name: string) => [any[], string]} */
  const part = i => name => (data ? [data.columns[i][name], data.columns[i][`${name}Data`]] : takeElements(name + i));
  const runs = told.runs.map((run, i) => new Run(run, i, part(i))), [title, heading] = nameRuns(runs), given = clean(told.title, 120);
  return { title: given || title, heading: given || heading, show: String(told.show), runs };
}
