/* Which processor has which data since when: blocks, and for blocks that are combined, the
 * contributions that have arrived. A message carries the block of its number, or what the trace
 * states. */
import { above } from '../data.js';

/** @typedef {import('../data.js').Run} Run */

const CELLS = 4000000;
const COMBINING = ['reduce', 'allreduce', 'reduce-scatter', 'scan', 'exscan', 'barrier'];

/**
 * Call f(first, last, spans) for each item that message n carries; spans is null if no contributors
 * are stated.
 * @param {Run} run
 */
function eachItem(run, n, f) {
  const text = run.message.items?.[n] ?? 0, { itemsStart: start, itemsWord: word } = run.event;
  if (!text) f(run.message.id[n], run.message.id[n], null);
  else for (let at = start[text - 1]; at < start[text];) {
    const spans = word[at + 2], end = at + 3 + 2 * spans;
    if (word[at] > word[at + 1]) break; /* the way (data.js) */
    f(word[at], word[at + 1], spans ? word.subarray(at + 3, end) : null);
    at = end;
  }
}

/** Return whether message n carries a block. @param {Run} run */
export function carries(run, n, id) {
  if (!run.message.items?.[n]) return run.message.id[n] === id;
  let found = false;
  eachItem(run, n, (first, last) => { found ||= first <= id && id <= last; });
  return found;
}

/** Return all blocks, and whether the trace states contributors. @param {Run} run */
function blocksOf(run) {
  const ids = new Set();
  let told = false;
  for (let n = 0; n < run.message.count && ids.size * run.processors <= CELLS; n++)
    eachItem(run, n, (first, last, spans) => {
      told ||= !!spans;
      for (let id = first; id <= last && ids.size * run.processors <= CELLS; id++) ids.add(id);
    });
  return { ids: [...ids].sort((a, b) => a - b), told };
}

/** Return numbers as text, such as "0-2, 5". @param {number[]} list in order */
function rangesText(list) {
  const texts = [];
  for (let i = 0; i < list.length;) {
    let to = i;
    while (to + 1 < list.length && list[to + 1] === list[to] + 1) to++;
    texts.push(to > i ? `${list[i]}-${list[to]}` : String(list[i]));
    i = to + 1;
  }
  return texts.join(', ');
}

/**
 * The holdings of a run, computed once. A part is a contribution, or the single part of a block that
 * is not combined.
 */
class Holdings {
  /** @param {Run} run */
  constructor(run, ids, combined) {
    this.run = run;
    this.ids = ids;
    this.place = new Map(ids.map((id, i) => [id, i]));
    this.combined = combined;
    this.problem = run.parameters.get('problem') ?? '';
    this.parts = combined ? run.processors : 1;
    const cells = run.processors * ids.length * this.parts;
    this.since = new Float64Array(cells).fill(Infinity);
    this.by = new Int32Array(cells).fill(-1); /* message that brought each part */
    this.first = new Uint8Array(run.processors * ids.length);
    if (combined) this.begin();
    for (let n = 0; n < run.message.count; n++) this.pass(n);
    this.sum();
  }

  at(rank, column) {
    return (rank * this.ids.length + column) * this.parts;
  }

  /**
   * Set which processors contribute to each block: all of them if the problem is known, else those
   * that the trace names.
   */
  begin() {
    const { run, ids } = this, known = COMBINING.includes(this.problem);
    this.contributes = new Uint8Array(ids.length * run.processors).fill(known ? 1 : 0);
    for (let n = 0; n < run.message.count && !known; n++)
      eachItem(run, n, (first, last, spans) => {
        for (let id = first; id <= last; id++)
          this.eachOf(spans ?? [run.message.source[n] + run.first, run.message.source[n] + run.first],
            c => { this.contributes[this.place.get(id) * run.processors + c] = 1; });
      });
    for (let column = 0; column < ids.length; column++)
      for (let rank = 0; rank < run.processors; rank++)
        if (this.contributes[column * run.processors + rank]) this.since[this.at(rank, column) + rank] = 0;
  }

  /** @param {ArrayLike<number>} spans of processors of the trace */
  eachOf(spans, f) {
    const { run } = this;
    for (let i = 0; i < spans.length; i += 2)
      for (let c = Math.max(spans[i], run.first); c <= spans[i + 1] && c < run.first + run.processors; c++) f(c - run.first);
  }

  /** Process a message: its sender has what it carries, its receiver gets it. */
  pass(n) {
    const { run } = this, m = run.message, received = m.taken[n] !== run.never || !run.step;
    eachItem(run, n, (first, last, spans) => {
      for (let id = first; id <= last; id++) {
        const column = this.place.get(id), from = this.at(m.source[n], column), to = this.at(m.target[n], column);
        const give = part => {
          if (!received || this.since[to + part] <= m.arrive[n]) return;
          this.since[to + part] = m.arrive[n];
          this.by[to + part] = n;
        };
        if (!this.combined) {
          if (this.since[from] > m.start[n]) {
            this.since[from] = 0;
            this.first[from] = 1;
          }
          give(0);
        } else if (spans) this.eachOf(spans, give);
        else for (let c = 0; c < run.processors; c++) if (this.since[from + c] <= m.start[n]) give(c);
      }
    });
  }

  /** Return whether a contribution is wanted; in a scan, those of the processors up to this one are. */
  wants(rank, column, part) {
    if (!this.combined) return true;
    if (this.problem === 'scan') return part <= rank;
    if (this.problem === 'exscan') return part < rank;
    return !!this.contributes[column * this.run.processors + part];
  }

  /** Compute when each processor gets its parts, in ascending order, and how many it may have. */
  sum() {
    const { run } = this;
    this.times = [];
    this.most = [];
    for (let rank = 0; rank < run.processors; rank++) {
      const times = [];
      let most = 0;
      for (let column = 0; column < this.ids.length; column++)
        for (let part = 0, at = this.at(rank, column); part < this.parts; part++) {
          if (!this.wants(rank, column, part)) continue;
          most++;
          if (this.since[at + part] < Infinity) times.push(this.since[at + part]);
        }
      this.times.push(Float64Array.from(times).sort());
      this.most.push(most);
    }
  }

  /** Return the share of all its parts that a processor has at a time, from 0 to 1. */
  shareOf(rank, time) {
    return this.most[rank] ? above(this.times[rank], time) / this.most[rank] : 1;
  }

  /** Return [parts that have arrived, parts that are wanted] for a block. */
  count(rank, column, time) {
    const at = this.at(rank, column);
    let have = 0, want = 0;
    for (let part = 0; part < this.parts; part++) {
      if (!this.wants(rank, column, part)) continue;
      want++;
      if (this.since[at + part] <= time) have++;
    }
    return [have, want];
  }

  /** Return the contributions that have arrived, as text. */
  setText(rank, column, time) {
    const at = this.at(rank, column), list = [];
    for (let part = 0; part < this.parts; part++) if (this.since[at + part] <= time) list.push(part + this.run.first);
    return rangesText(list);
  }

  /** Return the text about a processor's contributions that is shown under the pointer. */
  words(rank, column, time) {
    const [have, want] = this.count(rank, column, time), set = this.setText(rank, column, time);
    return `${have} of ${want} contributions${set ? `, of ${set}` : ''}`;
  }
}

/** Return the holdings of a run; null if there are too many. @param {Run} run @returns {Holdings|null} */
export function holdingsOf(run) {
  if (run.cache.holdings === undefined) {
    const { ids, told } = blocksOf(run), combined = told || COMBINING.includes(run.parameters.get('problem') ?? '');
    const cells = ids.length * run.processors * (combined ? run.processors : 1);
    run.cache.holdings = cells > CELLS ? null : new Holdings(run, ids, combined);
  }
  return run.cache.holdings;
}

/**
 * Return whether the numbers of messages identify what they carry: in traces with steps that name
 * their problem.
 * @param {Run} run
 */
export const namesBlocks = run => run.step > 0 && run.parameters.has('problem');

/** Draw a share of a disc, clockwise from its top. @param {any} pen */
export function pie(pen, x, y, radius, share, fill) {
  if (share <= 0) return;
  if (share >= 1) {
    pen.circle(x, y, radius, fill);
    return;
  }
  pen.shape([x, y, ...arcPoints(x, y, radius, share)], fill);
}

/** Draw a share of a ring. @param {any} pen */
export function ring(pen, x, y, radius, share, stroke, width) {
  if (share >= 1) pen.circle(x, y, radius, null, stroke, width);
  else if (share > 0) pen.shape(arcPoints(x, y, radius, share), null, stroke, width, false);
}

function arcPoints(x, y, radius, share) {
  const count = Math.max(2, Math.ceil(32 * share)), points = [];
  for (let i = 0; i <= count; i++) {
    const angle = 2 * Math.PI * share * i / count;
    points.push(x + radius * Math.sin(angle), y - radius * Math.cos(angle));
  }
  return points;
}
