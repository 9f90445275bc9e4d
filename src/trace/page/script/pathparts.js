/* The parts of the critical path, which add up to its length: work of processors, and messages in
 * flight. Times in which nothing runs are in no part. */
import { KINDS, RECEIVE, SEND } from './data.js';

/** @typedef {{kind: 'work'|'message', event: number, rank: number, to: number, from: number, until: number}} Part */

/** Does an event receive the message that the previous event sent? */
function takes(p, i) {
  return p.kind[i] === RECEIVE && p.kind[i - 1] === SEND && p.peer[i] - 1 === p.rank[i - 1]
    && p.peer[i - 1] - 1 === p.rank[i] && (p.rank[i] !== p.rank[i - 1] || p.message[i] === p.message[i - 1]);
}

/** Return the end of an event's part: the begin of the next event if that lies
 * within it, or the end of the reception that continues it.
 * @param {import('./data.js').Run} run */
function endOf(run, i) {
  const p = run.path, end = p.start[i] + p.duration[i];
  if (i + 1 === p.length) return end;
  const next = p.start[i + 1], nextEnd = next + p.duration[i + 1];
  return Math.min(end, takes(p, i + 1) ? nextEnd : next);
}

/** @param {import('./data.js').Run} run @returns {Part[]} */
export function partsOf(run) {
  const p = run.path, parts = [];
  const add = (kind, event, rank, to, from, until) => {
    if (until > from || kind === 'event') parts.push({ kind: kind === 'event' ? 'work' : kind, event, rank, to, from, until });
  };
  for (let i = 0; i < p.length; i++) {
    const rank = p.rank[i], before = i ? endOf(run, i - 1) : 0;
    let from = p.start[i];
    if (i && takes(p, i)) {
      from = Math.max(from, before);
      if (!run.step) add('message', -1, p.rank[i - 1], rank, before, from);
    } else if (run.told.work) {
      add('work', -1, rank, rank, before, p.start[i] - p.wait[i]);
    }
    add('event', i, rank, rank, from, Math.max(from, endOf(run, i)));
  }
  return parts;
}

/**
 * Return text for a part, to follow the name of the processor.
 * @param {import('./data.js').Run} run @param {Part} part
 */
export function partText(run, part) {
  const p = run.path, i = part.event;
  if (part.kind === 'message') return `a message on its way to ${run.label(part.to)}`;
  if (i < 0) return 'works';
  const who = p.peer[i] ? run.label(p.peer[i] - 1) : '', what = p.message[i] ? `message ${p.message[i] - 1}` : 'a message';
  if (p.kind[i] === SEND) return `sends ${what} to ${who}`;
  if (p.kind[i] === RECEIVE) return `receives ${what} from ${who}`;
  const task = run.taskAt(part.rank, part.from);
  return task ? run.taskName(task.number) : `${KINDS[p.kind[i]]}s`;
}
