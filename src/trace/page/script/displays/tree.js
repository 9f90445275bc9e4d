/* The tree of the selected message, level by level; it grows with the clock. */
import { fewLines, fewPoints } from '../crowd.js';
import { noMessages } from '../empty.js';
import { keep } from '../sums.js';
import { carries, holdingsOf, pie } from '../known/holdings.js';
import { nameDiscs } from '../names.js';
import { reductionOf } from '../known/reduction.js';

/** Return the messages with this number that each processor received first, and
 * the times of its first sends. @param {import('../data.js').Run} run */
function firstOf(run, id) {
  const m = run.message, first = new Map(), spoke = new Map();
  for (let n = 0; n < m.count; n++) {
    if (!carries(run, n, id)) continue;
    const known = first.get(m.target[n]);
    if (known === undefined || m.arrive[n] < m.arrive[known]) first.set(m.target[n], n);
    if (!spoke.has(m.source[n])) spoke.set(m.source[n], m.start[n]);
  }
  return { first, spoke };
}

/** Return the nodes and all nodes below them, each before its children. */
function downwards(roots) {
  const list = [], open = roots.slice().reverse();
  while (open.length) {
    const each = open.pop();
    list.push(each);
    for (let i = each.children.length - 1; i >= 0; i--) open.push(each.children[i]);
  }
  return list;
}

/** If messages take no time, some processors may seem to get the message from
 * each other in a cycle: make the one that sends first a root. */
function openCircles(nodes, roots) {
  const reached = new Set(downwards(roots));
  for (const begin of nodes) {
    if (reached.has(begin)) continue;
    const seen = new Set();
    let at = begin;
    for (; !seen.has(at); at = at.parent) seen.add(at);
    let first = at;
    for (let each = at.parent; each !== at; each = each.parent) if (each.by < first.by) first = each;
    const root = first.parent;
    root.parent.children = root.parent.children.filter(each => each !== root);
    Object.assign(root, { parent: null, by: -1, since: 0 });
    roots.push(root);
    for (const each of downwards([root])) reached.add(each);
  }
}

/** Place the nodes: larger subtrees first, leaves side by side, other nodes
 * above the middle of their children. */
function lay(roots) {
  for (const each of downwards(roots).reverse()) {
    each.size = each.children.reduce((sum, child) => sum + child.size, 1);
    each.children.sort((a, b) => b.size - a.size || a.since - b.since);
  }
  const order = downwards(roots);
  let leaves = 0, deepest = 0;
  for (const each of order) {
    deepest = Math.max(deepest, each.depth);
    for (const child of each.children) child.depth = each.depth + 1;
    if (!each.children.length) each.x = leaves++;
  }
  for (const each of order.reverse()) {
    const kids = each.children;
    if (kids.length) each.x = (kids[0].x + kids[kids.length - 1].x) / 2;
  }
  return { leaves: Math.max(1, leaves), deepest };
}

/** Return the forest in which the parent of a processor is the one from which it first received the message. */
export const forestOf = (c, id) => keep({ kept: c.run.cache }, 'forest', String(id), () => {
  const { run } = c, combined = combinedOf(c, id);
  if (combined) {
    const nodes = reductionOf(run, ...combined), roots = nodes.slice(0, 1);
    return { nodes, roots, combined, ...lay(roots) };
  }
  const m = run.message, { first, spoke } = firstOf(run, id), nodes = new Map(), roots = [];
  const node = rank => {
    if (!nodes.has(rank))
      nodes.set(rank, { rank, parent: null, by: -1, since: 0, children: [], size: 1, depth: 0, x: 0 });
    return nodes.get(rank);
  };
  for (const rank of spoke.keys()) if (!first.has(rank) || m.arrive[first.get(rank)] > spoke.get(rank)) {
    roots.push(node(rank));
    first.delete(rank);
  }
  const order = [...first.entries()].sort((a, b) => m.arrive[a[1]] - m.arrive[b[1]]);
  for (const [rank, n] of order) {
    const child = node(rank), parent = node(m.source[n]);
    Object.assign(child, { parent, by: n, since: m.arrive[n] });
    parent.children.push(child);
  }
  openCircles(nodes.values(), roots);
  return { nodes: [...nodes.values()], roots, combined: null, ...lay(roots) };
});

/** Return the holdings and the column of a block that is combined; null if it is not. */
function combinedOf(c, id) {
  const held = holdingsOf(c.run);
  const column = held?.combined ? held.place.get(id) : undefined;
  return column === undefined ? null : /** @type {[any, number]} */ ([held, column]);
}

const idOf = c => {
  if (c.view.chosen?.by === 'message') return c.view.chosen.value;
  const held = c.run.message.count ? holdingsOf(c.run) : null;
  if (held?.combined) return held.ids[0];
  return c.run.message.count ? c.run.message.id[0] : -1;
};

function placed(c) {
  const { box } = c, forest = forestOf(c, idOf(c));
  const wide = box.w / forest.leaves, high = box.h / Math.max(1, forest.deepest);
  return { forest, r: Math.max(1.5, Math.min(14, wide * 0.42, high * 0.3)),
    at: each => [box.x + (each.x + 0.5) * wide, forest.deepest ? box.y + each.depth * high : box.y + box.h / 2] };
}

/** Draw how many contributions to a reduction each processor has. */
function drawShares(pen, c, time, colour) {
  const { forest, r, at } = placed(c), [held, column] = forest.combined;
  for (const each of forest.nodes) {
    const [x, y] = at(each), [have, want] = held.count(each.rank, column, time);
    pen.circle(x, y, r, c.theme.paper);
    pie(pen, x, y, r, want ? have / want : 1, colour);
    pen.circle(x, y, r, null, colour, 1);
  }
}

/** Return the note below the tree of a reduction. */
function reductionNote(c, id, { roots: [root], nodes, deepest }) {
  return `Block ${id}: ${nodes.length} of ${c.run.processors} processors contribute, the first to have all is ${c.run.label(root.rank)}, depth ${deepest}. A disc is filled as far as contributions are in.`;
}

export const tree = {
  word: 'tree', family: 'others', title: 'Tree of the message', margins: [24, 20, 24, 34],
  axes: 'the tree of first receptions of the selected message; filled: the processor holds it now',
  empty: noMessages,
  tells: true,
  height: (run, view, width) => Math.min(400, Math.max(220, width * 0.55)),
  now(pen, c) {
    const { run, view, theme, palette } = c, time = view.timeOf(run), id = idOf(c), { forest, r, at } = placed(c);
    const colour = view.colour === 'message' ? palette.of(id) : theme.messages[0], m = run.message;
    for (let depth = 0; depth <= forest.deepest; depth++)
      pen.text(8, c.box.y + (forest.deepest ? depth * c.box.h / forest.deepest : c.box.h / 2), String(depth), { size: 10, fill: theme.dim });
    const later = [], flying = [], sent = [], without = [], holding = [];
    for (const each of forest.nodes) {
      const place = at(each);
      (each.since <= time ? holding : without).push(...place);
      for (const child of each.children)
        (m.start[child.by] > time ? later : child.since > time ? flying : sent).push(...place, ...at(child));
    }
    pen.lines(fewLines(later), theme.line, 1);
    pen.lines(fewLines(flying), colour, 2, [4, 3]);
    pen.lines(fewLines(sent), colour, 2);
    if (forest.combined) drawShares(pen, c, time, colour);
    else {
      pen.circles(fewPoints(without), r, theme.paper, theme.dim, 1);
      pen.circles(fewPoints(holding), r, colour, colour, 1);
    }
    const named = r > 7 ? forest.nodes : [], size = Math.min(11, r * 0.85);
    const byRank = new Map(named.map(each => [each.rank, each]));
    for (const { rank, x, y, text, inside, size: own } of nameDiscs(c, named.map(each => each.rank), rank => at(byRank.get(rank)), r, size))
      pen.text(x, y, text, { align: 'center', size: own,
        fill: inside && !forest.combined ? (byRank.get(rank).since <= time ? theme.paper : theme.dim) : theme.ink, halo: forest.combined ? theme.paper : undefined });
  },
  at(c, x, y) {
    const { forest, r, at } = placed(c), { run, view } = c;
    const found = forest.nodes.find(each => Math.hypot(at(each)[0] - x, at(each)[1] - y) < r + 3);
    if (!found) return null;
    if (forest.combined) {
      const [held, column] = forest.combined;
      return { rank: found.rank, text: `processor ${run.who(found.rank)}: ${held.words(found.rank, column, view.timeOf(run))}` };
    }
    return { rank: found.rank, text: `processor ${run.who(found.rank)}\n${found.by < 0 ? 'holds it from the beginning'
      : `from ${run.label(run.message.source[found.by])}, ${view.endText(found.since * run.toPage)}`}` };
  },
  note(c) {
    if (!c) return '';
    const id = idOf(c), forest = forestOf(c, id), { nodes, deepest } = forest, time = c.view.timeOf(c.run);
    if (forest.combined) return reductionNote(c, id, forest);
    const now = nodes.reduce((all, each) => all + (each.since <= time ? 1 : 0), 0);
    return nodes.length ? `${id < 0 ? 'Messages without a number reach' : `Message ${id} reaches`} ${nodes.length} of ${c.run.processors} processors, depth ${deepest}; ${now} of ${nodes.length} by now.` : `No message ${id} in this run.`;
  },
};
