/* The state of the view: the clock, the window of time, the selection, the
 * order and the colours. There is one object; displays read it and are
 * notified of changes.
 *
 * Time on the page is in steps if all runs have steps, else in nanoseconds. */
import { short } from './format.js';
import { STATES } from './data.js';
import { valuesOf } from './colours.js';
import { captionsOf } from './modes/story.js';
import { RACERS } from './modes/race.js';

/** @typedef {import('./data.js').Run} Run */

/** @type {Array<[string, number]>} */
const UNITS = [['s', 1e9], ['ms', 1e6], ['\u00b5s', 1e3], ['ns', 1]];
const SPEEDS = 13; /* from half a step per second to the whole run in two seconds */
const COLOURED_MOST = 36; /* maximum number of messages that colours and shapes distinguish */
const COLOURS = ['message', 'source', 'task', 'length', 'distance'];

/** Return the known words that an unknown word of the address may have been
 * meant as.
 * @param {string} word @param {any[]} displays */
function knownFor(word, displays) {
  const key = word.split('=')[0], [name, option] = key.split('.'), display = displays.find(d => d.word === name);
  if (option === undefined || !display?.options) return [...READERS.keys(), 'DISPLAY.OPTION'];
  return display.options.map(o => `${name}.${o.name}=${Array.isArray(o.values) ? o.values.join('|') : 'NUMBER'}`);
}

const number = text => (Number.isFinite(Number(text)) && text !== '' ? Number(text) : null);

/** Return a reader of a value that must be one of a few words. */
const among = (name, words) => (view, value) => {
  if (!words.includes(value)) return false;
  view[name] = value;
  return true;
};

/* Readers of the words of the address: each sets a value, or returns false. In a list of displays,
 * the known ones are used and the others reported. */
const READERS = new Map(Object.entries({
  d(view, value, known) {
    const bare = word => word.replace(/\+$/, '');
    const words = value.split(',').filter(word => word);
    const found = words.filter(word => known.some(d => d.word === bare(word)));
    view.displays = [...new Set(found.map(bare))];
    view.wide = new Set(found.filter(word => word.endsWith('+')).map(bare));
    const others = words.filter(word => !found.includes(word));
    view.unknown.push(...others);
    if (others.length) view.known.push(...known.map(d => d.word));
    return true;
  },
  t(view, value) {
    if (number(value) === null) return false;
    view.clock = Math.min(view.length, Math.max(0, number(value)));
    return true;
  },
  w(view, value) {
    const [from, to] = value.split('..').map(number);
    if (from === null || to === undefined || to === null || from >= to || to <= 0 || from >= view.length) return false;
    [view.from, view.to] = view.windowOf(Math.max(0, from), Math.min(view.length, to));
    return true;
  },
  pick(view, value) {
    const [by, text] = value.split(':');
    if (!COLOURS.includes(by) || number(text ?? '') === null) return false;
    view.chosen = { by, value: number(text) };
    return true;
  },
  order: (view, value) => among('order', view.orders())(view, value),
  list(view, value) {
    const list = value.split(',').map(Number);
    view.list = list.filter(i => Number.isInteger(i) && i >= 0);
    return view.list.length === list.length;
  },
  colour(view, value) {
    view.colourGiven = COLOURS.includes(value);
    if (view.colourGiven) view.colour = value;
    return view.colourGiven;
  },
  busy(view, value) {
    if (value !== 'all' && value !== 'own') return false;
    view.communicationBusy = value === 'all';
    return true;
  },
  speed(view, value) {
    if (number(value) === null) return false;
    view.speed = Math.min(SPEEDS - 1, Math.max(0, Math.round(number(value))));
    return true;
  },
  theme: among('theme', ['light', 'dark']),
  race(view, value) {
    const runs = value.split(',').map(word => Number(word) - 1);
    if (runs.length < 2 || runs.length > RACERS || new Set(runs).size < runs.length || runs.some(i => !view.runs[i])) return false;
    view.race = runs;
    return true;
  },
  story(view, value) {
    const captions = captionsOf(value);
    if (captions) view.story = captions;
    return captions !== null;
  },
}));

export class View {
  /** @param {Run[]} runs */
  constructor(runs) {
    this.runs = runs;
    this.steps = runs.every(run => run.step > 0);
    for (const run of runs) run.toPage = this.steps ? 1 / run.step : run.unitNs || 1;
    this.length = Math.max(...runs.map(run => run.length * run.toPage)) || 1;
    this.measured = !this.steps && runs.every(run => run.unitNs > 0);
    this.clock = 0;
    this.from = 0;
    this.to = this.length;
    this.playing = false;
    this.speed = 4;
    /** The selection: all messages for which `by` has this value, or null. */
    this.chosen = /** @type {{by: string, value: number}|null} */ (null);
    this.order = 'natural';
    this.list = /** @type {number[]} */ ([]);
    /** The default colouring, until the address or the user selects one. */
    this.usualColour = 'message';
    this.colour = this.usualColour;
    this.colourGiven = false;
    /** Do all runs only communicate? Then communication counts as busy by default. */
    this.communicates = runs.every(run => run.communicates);
    this.communicationBusy = this.communicates;
    this.displays = /** @type {string[]} */ ([]);
    this.wide = new Set();
    this.options = /** @type {Object<string, string>} */ ({});
    this.theme = 'auto';
    /** numbers of the runs that race; empty: no race */
    this.race = /** @type {number[]} */ ([]);
    /** captions, and what the current one marks */
    this.story = /** @type {import('./modes/story.js').Caption[]} */ ([]);
    this.marked = { ring: /** @type {number[]} */ ([]), link: /** @type {number[][]} */ ([]) };
    /** Words of the address that are unknown. */
    this.unknown = /** @type {string[]} */ ([]);
    /** Known words for the same place, which are suggested. */
    this.known = /** @type {string[]} */ ([]);
    this.pointer = /** @type {{time: number|null, rank: number|null, run: number}|null} */ (null);
    this.listeners = /** @type {Array<(what: string) => void>} */ ([]);
  }

  /** Return the unit for times up to this one, the same as `weft stats` selects. */
  unitOf(time) {
    if (this.steps) return { factor: 1, word: 'steps' };
    if (!this.measured) return { factor: 1, word: 'time units' };
    const [word, ns] = UNITS.find(each => time >= 10 * each[1]) ?? UNITS[UNITS.length - 1];
    return { factor: 1 / ns, word };
  }

  /** @param {(what: string) => void} listener told 'clock', 'pointer', 'view' or 'displays' */
  listen(listener) {
    this.listeners.push(listener);
  }

  changed(what) {
    for (const listener of this.listeners) listener(what);
  }

  /** Convert a time of the page to a run's units. @param {Run} run */
  timeOf(run, time = this.clock) {
    return time / run.toPage;
  }

  /** Return the time after one press of forward or back: a step, or an event if some run has no steps. */
  next(direction) {
    if (this.steps) {
      const at = Math.round(this.clock * 1e6) / 1e6;
      return direction > 0 ? Math.floor(at) + 1 : Math.ceil(at) - 1;
    }
    let best = direction > 0 ? this.length : 0;
    for (const run of this.runs) {
      if (!run.ready) continue;
      const time = this.timeOf(run), start = run.event.start;
      let low = 0, high = start.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const before = direction > 0 ? start[middle] <= time + 1e-9 : start[middle] < time - 1e-9;
        if (before) low = middle + 1;
        else high = middle;
      }
      const found = direction > 0 ? start[low] : start[low - 1];
      if (found === undefined) continue;
      const at = found * run.toPage;
      best = direction > 0 ? Math.min(best, at) : Math.max(best, at);
    }
    return best;
  }

  setClock(time) {
    const clock = Math.min(this.length, Math.max(0, time));
    if (clock === this.clock) return;
    this.clock = clock;
    if (clock < this.from || clock > this.to) this.follow();
    this.changed('clock');
  }

  /** Move the window so that it contains the clock. */
  follow() {
    const span = this.to - this.from;
    const from = Math.min(this.length - span, Math.max(0, this.clock - span * 0.1));
    this.from = from;
    this.to = from + span;
    this.changed('view');
  }

  /**
   * Return a window inside the run, at least a millionth of its length, so that doubles can
   * distinguish its times.
   */
  windowOf(from, to) {
    const span = Math.min(this.length, Math.max(this.length / 1e6, to - from));
    const begin = Math.min(this.length - span, Math.max(0, from));
    return [begin, begin + span];
  }

  setWindow(from, to) {
    [this.from, this.to] = this.windowOf(from, to);
    this.changed('view');
  }

  /** Zoom around a time; a factor below 1 shows more. */
  zoom(factor, around = this.clock) {
    const from = around - (around - this.from) / factor;
    this.setWindow(from, from + (this.to - this.from) / factor);
  }

  set(name, value) {
    this[name] = value;
    this.changed(name === 'displays' ? 'displays' : 'view');
  }

  option(display, name, usual) {
    return this.options[`${display}.${name}`] ?? usual;
  }

  setOption(display, name, value) {
    this.options[`${display}.${name}`] = value;
    this.changed('view');
  }

  choose(by, value) {
    const same = this.chosen && this.chosen.by === by && this.chosen.value === value;
    this.chosen = same ? null : { by, value };
    this.changed('view');
  }

  /** Return the time units of the page per second of playing. */
  pace() {
    const slow = this.steps ? 0.5 : this.length / 120, fast = this.length / 2;
    return slow >= fast ? fast : slow * (fast / slow) ** (this.speed / (SPEEDS - 1));
  }

  /* ---- words ---------------------------------------------------------- */

  /** Format a time of the page in a suitable unit. */
  timeText(time) {
    const { factor, word } = this.unitOf(time), text = short(time * factor);
    return `${text} ${text === '1' && word.length > 2 ? word.slice(0, -1) : word}`;
  }

  /** Format a time with all digits, or with as many as the window can distinguish. */
  exactText(time, resolution = 0) {
    const { factor, word } = this.unitOf(time);
    const decimals = resolution > 0 ? Math.ceil(-Math.log10(resolution * factor)) : 9;
    return `${Number((time * factor).toFixed(Math.min(9, Math.max(0, decimals))))} ${word}`;
  }

  /** Format the time under the pointer; with steps, the step that contains it. */
  momentText(time) {
    return this.steps ? `in step ${Math.min(Math.floor(time) + 1, Math.ceil(this.length))}`
      : this.exactText(time, (this.to - this.from) / 1000);
  }

  /** Format the time at which something has happened. */
  endText(time) {
    if (!this.steps) return `at ${this.momentText(time)}`;
    return time > 0 ? `after step ${short(time)}` : 'before step 1';
  }

  /** Format an interval: step s lasts from s - 1 to s. */
  spanText(from, to) {
    if (!this.steps || !Number.isInteger(from) || !Number.isInteger(to) || from === to)
      return this.steps ? `from ${short(from)} to ${short(to)} steps`
        : `${this.momentText(from)} to ${this.momentText(to)} (${this.timeText(to - from)})`;
    return from + 1 === to ? `in step ${to}` : `in steps ${from + 1} to ${to}`;
  }

  clockText() {
    if (!this.steps) {
      const share = Math.round(100 * this.clock / this.length);
      return `${this.momentText(this.clock)} of ${this.timeText(this.length)} (${share} %)`;
    }
    return `${this.nowText()} of ${Math.ceil(this.length)}`;
  }

  /** Format the time of the clock without the length of the runs. */
  nowText() {
    const whole = !this.steps || Number.isInteger(this.clock) || this.clock >= this.length;
    return whole ? this.endText(this.steps ? Math.ceil(this.clock) : this.clock) : this.momentText(this.clock);
  }

  /* ---- states --------------------------------------------------------- */

  /** Return the states that are distinguished: [state, word]. @returns {Array<[number, string]>} */
  states() {
    const all = STATES.map((word, state) => /** @type {[number, string]} */ ([state, this.stateName(word)]));
    return all.filter(([state]) => state !== 1 || !this.communicationBusy);
  }

  /** Return the name of a state: in a run that only communicates, overhead is called communicating. */
  stateName(word) {
    return word === 'overhead' && this.communicates ? 'communicating' : word;
  }

  /** Return the numbers of the three states; communication may count as busy. @param {number[]} list */
  counted([busy, overhead, idle]) {
    return this.communicationBusy ? [busy + overhead, 0, idle] : [busy, overhead, idle];
  }

  /** Return text with the number of processors in each state, from the counts at a time. @param {{busy: number, overhead: number, idle: number}} n */
  countsText(n) {
    const numbers = this.counted([n.busy, n.overhead, n.idle]);
    return this.states().map(([state, word]) => `${numbers[state]} ${word === 'overhead' ? 'in overhead' : word}`).join(', ');
  }

  /** Return a processor's state at a time, as a word. @param {Run} run */
  stateWord(run, rank, time) {
    const word = run.stateWord(rank, time, this);
    return word === 'overhead' && this.communicationBusy ? 'busy' : this.stateName(word);
  }

  /** Choose the default colouring: if there are too many messages, by source. */
  chooseColour() {
    this.usualColour = valuesOf(this.runs, 'message').length > COLOURED_MOST ? 'source' : 'message';
    if (!this.colourGiven) this.colour = this.usualColour;
  }

  /* ---- orders --------------------------------------------------------- */

  /** Return the orders that make sense for the runs. */
  orders() {
    const orders = ['natural'];
    const powers = this.runs.every(run => (run.processors & (run.processors - 1)) === 0);
    if (powers) orders.push('Gray code');
    if (this.runs.some(run => run.network?.tour)) orders.push('tour');
    orders.push('list');
    return orders;
  }

  /** Return the arrays that map rows to processors and processors to rows. @param {Run} run */
  rows(run) {
    const key = `${this.order} ${this.list.join()}`;
    const kept = /** @type {any} */ (run).kept;
    if (kept && kept.key === key) return kept;
    const count = run.processors;
    let rank = Array.from({ length: count }, (_, i) => i);
    if (this.order === 'Gray code') rank = rank.map(i => i ^ (i >> 1));
    if (this.order === 'tour' && run.network?.tour) rank = run.network.tour.slice();
    if (this.order === 'list') {
      const first = [...new Set(this.list)].map(i => i - run.first).filter(i => i >= 0 && i < count);
      const given = new Set(first);
      rank = first.concat(rank.filter(i => !given.has(i)));
    }
    if (rank.some(i => i >= count)) rank = rank.filter(i => i < count);
    const row = new Uint32Array(count);
    rank.forEach((r, i) => { row[r] = i; });
    const found = { key, rank, row };
    /** @type {any} */ (run).kept = found;
    return found;
  }

  /* ---- the address ---------------------------------------------------- */

  address() {
    const words = [`d=${this.displays.map(d => this.wide.has(d) ? d + '+' : d).join(',')}`];
    words.push(`t=${Number(this.clock.toPrecision(9))}`);
    if (this.from > 0 || this.to < this.length)
      words.push(`w=${Number(this.from.toPrecision(9))}..${Number(this.to.toPrecision(9))}`);
    if (this.chosen) words.push(`pick=${this.chosen.by}:${this.chosen.value}`);
    if (this.order !== 'natural') words.push(`order=${encodeURIComponent(this.order)}`);
    if (this.order === 'list') words.push(`list=${this.list.join(',')}`);
    if (this.colour !== this.usualColour) words.push(`colour=${this.colour}`);
    if (this.communicationBusy !== this.communicates) words.push(`busy=${this.communicationBusy ? 'all' : 'own'}`);
    if (this.speed !== 4) words.push(`speed=${this.speed}`);
    if (this.theme !== 'auto') words.push(`theme=${this.theme}`);
    if (this.race.length) words.push(`race=${this.race.map(i => i + 1).join(',')}`);
    for (const [key, value] of Object.entries(this.options)) words.push(`${key}=${encodeURIComponent(value)}`);
    return '#' + words.join('&');
  }

  /**
   * Read the words of the address; unknown ones are kept for a hint.
   * @param {string} hash @param {any[]} known displays
   */
  readAddress(hash, known) {
    this.unknown = [];
    this.known = [];
    for (const word of hash.replace(/^#/, '').split('&').filter(word => word)) {
      const [key, raw = ''] = word.split(/=(.*)/s);
      let value = raw;
      try {
        value = decodeURIComponent(raw);
      } catch {
        this.pushUnknown(word, known);
        continue;
      }
      const reader = READERS.get(key);
      if (!(reader ? reader(this, value, known) : this.readOption(key, value, known)))
        this.pushUnknown(word, known);
    }
    this.known = [...new Set(this.known)];
  }

  /** @param {string} word @param {any[]} known displays */
  pushUnknown(word, known) {
    this.unknown.push(word);
    this.known.push(...knownFor(word, known));
  }

  /** Read an option of a display, such as matrix.of=bytes. */
  readOption(key, value, known) {
    const [word, name] = key.split('.');
    const option = known.find(d => d.word === word)?.options?.find(o => o.name === name);
    const values = typeof option?.values === 'function' ? option.values(this) : option?.values;
    if (!values?.includes(value)) return false;
    this.options[key] = value;
    return true;
  }
}
