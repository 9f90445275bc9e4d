/* Which processor holds which blocks at present: a row for each processor, a column for each block;
 * for a block that is combined, how many contributions have arrived, or which ones. */
import { noMessages } from '../empty.js';
import { messageName } from '../format.js';
import { holdingsOf, namesBlocks } from '../known/holdings.js';
import { rankAt, rowAxis } from '../axis.js';
import { leftOfRows } from '../names.js';

const GRID_MOST = 64; /* maximum number of contributions that are shown one by one */

/** Return the column of the block whose contributions are shown. */
const columnOf = (c, held) => held.place.get(c.view.chosen?.by === 'message' ? c.view.chosen.value : held.ids[0]) ?? 0;

/** Return whether contributions are shown one by one. */
const isGrid = (c, held) => !!held?.combined && c.run.processors <= GRID_MOST && c.view.option('knowledge', 'of', 'blocks') === 'contributors';

const columnsOf = (c, held) => (isGrid(c, held) ? c.run.processors : held.ids.length);

/** Write the names of columns below them. */
function nameBelow(pen, c, names, word) {
  const { box, theme } = c, wide = box.w / names.length, every = Math.max(1, Math.ceil(26 / wide));
  for (let i = 0; i < names.length; i += every)
    pen.text(box.x + (i + 0.5) * wide, box.y + box.h + 10, names[i], { align: 'center', size: 10, fill: theme.dim });
  pen.text(box.x + box.w, box.y + box.h + 25, word, { align: 'right', size: 10, fill: theme.dim });
}

/**
 * Draw a cell: filled by the share that has arrived, with a full dot when all has arrived.
 * @param {number[]} place @param {number[]} parts numbers of parts that have arrived and that are wanted
 */
function drawCell(pen, theme, place, parts, colour, dot) {
  const [x, y, w, h] = place, [have, want] = parts;
  const share = want ? have / want : 1;
  pen.rect(x, y, w, h, theme.faint);
  pen.rect(x, y, w * share, h, colour);
  const r = Math.min(w, h) * 0.16, right = x + w - r - 4;
  if (dot === 'first' && w > 6 && h > 6) pen.circle(x + w / 2, y + h / 2, r, theme.paper);
  if (dot !== 'part' || w <= 12 || h <= 8) return;
  if (share >= 1) pen.circle(right, y + h / 2, r, theme.paper);
  else pen.circle(right, y + h / 2, r, null, theme.dim, 1);
}

export const knowledge = {
  word: 'knowledge', family: 'others', title: 'Knowledge', margins: [8, 14, 34, 48],
  left: leftOfRows,
  empty: noMessages,
  axes: 'a row for each processor, a column for each message; filled: the processor holds the message now, or so many of its contributions',
  options: [{ name: 'of', title: 'columns', values: ['blocks', 'contributors'] }],
  height: run => Math.min(460, Math.max(150, 50 + run.processors * 16)),
  draw(pen, c) {
    const held = holdingsOf(c.run);
    if (!held) return;
    if (isGrid(c, held)) {
      const ranks = Array.from({ length: c.run.processors }, (_, rank) => c.run.label(rank, 2));
      nameBelow(pen, c, ranks, `contributors to block ${held.ids[columnOf(c, held)]}`);
    } else nameBelow(pen, c, held.ids.map(id => (id < 0 ? '-' : String(id))), held.combined ? 'block' : 'message');
    rowAxis(pen, c);
  },
  now(pen, c) {
    const { run, view, box, theme, palette } = c, held = holdingsOf(run);
    if (!held) return;
    const time = view.timeOf(run), rows = view.rows(run).rank, grid = isGrid(c, held), count = columnsOf(c, held);
    const high = box.h / rows.length, wide = box.w / count, gap = Math.min(1, wide * 0.1, high * 0.1), own = columnOf(c, held);
    const chosen = view.chosen?.by === 'message' ? view.chosen.value : null;
    const colours = held.ids.map(id => (chosen !== null && id !== chosen ? theme.line
      : view.colour === 'message' ? palette.of(id) : theme.messages[0]));
    rows.forEach((rank, row) => {
      for (let i = 0; i < count; i++) {
        /** @type {[number, number, number, number]} */
        const cell = [box.x + i * wide, box.y + row * high, wide - gap, high - gap];
        if (grid) pen.rect(...cell, held.since[held.at(rank, own) + i] <= time ? colours[own] : theme.faint);
        else drawCell(pen, theme, cell, held.count(rank, i, time), colours[i],
          held.combined ? 'part' : held.first[rank * count + i] ? 'first' : '');
      }
    });
  },
  at(c, x, y) {
    const { run, view, box } = c, held = holdingsOf(run), rank = rankAt(c, y);
    const count = held ? columnsOf(c, held) : 0, column = held ? Math.floor((x - box.x) / box.w * count) : -1;
    if (rank === null || column < 0 || column >= count) return null;
    if (held.combined) {
      const block = isGrid(c, held) ? columnOf(c, held) : column;
      return { rank, text: `block ${held.ids[block]}\nprocessor ${run.who(rank)}: ${held.words(rank, block, view.timeOf(run))}` };
    }
    const since = held.since[held.at(rank, column)];
    const when = since === Infinity ? 'never receives it' : held.first[rank * count + column]
      ? 'holds it from the beginning' : `receives it ${view.endText(since * run.toPage)}`;
    return { rank, text: `${messageName(held.ids[column])}\nprocessor ${run.who(rank)} ${when}` };
  },
  note(c) {
    if (!c) return '';
    const held = holdingsOf(c.run);
    if (!held) return 'Too many processors and messages for this display.';
    if (!held.combined) return 'A dot marks a processor that holds the message from the beginning.';
    return isGrid(c, held) ? 'A row shows whose contributions the processor has.'
      : 'A bar shows how many of the wanted contributions the processor has; the dot is full when all of them are in.';
  },
};

/**
 * Return the text about what a processor has, which other displays show under the pointer.
 * @param {import('../axis.js').Context} c
 */
export function heldText(c, rank, time) {
  const { run, view } = c, held = namesBlocks(run) ? holdingsOf(run) : null;
  if (!held) return '';
  const id = view.chosen?.by === 'message' ? view.chosen.value : held.ids.length === 1 ? held.ids[0] : undefined;
  const column = id === undefined ? undefined : held.place.get(id);
  if (held.combined && column !== undefined) return `\nblock ${id}: ${held.words(rank, column, time)}`;
  if (column !== undefined) return held.since[held.at(rank, column)] <= time ? `\nhas ${messageName(id)}` : '';
  const have = held.ids.filter((_, i) => {
    const [in_, want] = held.count(rank, i, time);
    return in_ === want;
  }).length;
  return `\nhas ${have} of ${held.ids.length} ${held.combined ? 'blocks' : 'messages'}`;
}
