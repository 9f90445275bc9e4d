/* The tree of a reduction: from its root down, which processor brought which contributions. */
import { keep } from '../sums.js';

/** @typedef {{rank: number, parent: any, by: number, since: number, children: any[],
 *   size: number, depth: number, x: number}} Node */

/**
 * Return the processor that has all contributions first: the root that the trace names, if it is one
 * of the first.
 * @param {any} held @param {import('../data.js').Run} run
 */
function rootOf(held, run, column) {
  const named = Number(run.parameters.get('root') ?? NaN) - run.first;
  const when = rank => {
    let last = 0;
    for (let part = 0, at = held.at(rank, column); part < held.parts; part++)
      if (held.wants(rank, column, part)) last = Math.max(last, held.since[at + part]);
    return last;
  };
  const ranks = Array.from({ length: run.processors }, (_, rank) => rank), wanted = rank => held.count(rank, column, 0)[1];
  const most = ranks.reduce((all, rank) => Math.max(all, wanted(rank)), 0);
  const able = ranks.filter(rank => wanted(rank) === most).map(rank => [rank, when(rank)]);
  const best = able.reduce((a, b) => (b[1] < a[1] ? b : a));
  if (able.some(([rank, time]) => rank === named && time === best[1])) return named;
  if (best[1] < Infinity) return best[0];
  const count = rank => held.count(rank, column, run.length)[0]; /* no processor has all: take the one with the most */
  return ranks.reduce((a, b) => (count(b) > count(a) ? b : a));
}

/** Return the messages that brought a processor what it had by a time, the last one first. */
function broughtTo(held, column, rank, time) {
  const found = new Set();
  for (let part = 0, at = held.at(rank, column); part < held.parts; part++)
    if (held.by[at + part] >= 0 && held.since[at + part] <= time) found.add(held.by[at + part]);
  return [...found].sort((a, b) => b - a);
}

/** Return the nodes of a block's reduction, its root first; each occurs once. @returns {Node[]} */
export const reductionOf = (run, held, column) => keep({ kept: run.cache }, 'reduction', String(column), () => {
  const m = run.message, nodes = new Map(), open = [];
  const add = (rank, parent, by) => {
    const node = { rank, parent, by, since: by < 0 ? 0 : m.arrive[by], children: [], size: 1, depth: 0, x: 0 };
    nodes.set(rank, node);
    parent?.children.push(node);
    open.push(node);
  };
  add(rootOf(held, run, column), null, -1);
  for (let i = 0; i < open.length; i++) {
    const node = open[i], by = node.by < 0 ? Infinity : m.start[node.by];
    for (const n of broughtTo(held, column, node.rank, by)) if (!nodes.has(m.source[n])) add(m.source[n], node, n);
  }
  return [...nodes.values()];
});
