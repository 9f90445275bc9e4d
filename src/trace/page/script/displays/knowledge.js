/* Who holds what by now: a row for each processor, a column for each message. */
import { noMessages } from '../empty.js';
import { messageName } from '../format.js';
import { keep } from '../sums.js';
import { rankAt, rowAxis } from '../axis.js';
import { leftOfRows } from '../names.js';

const CELLS = 4000000;

/** Since when each processor holds each message; Infinity: never. */
export const heldOf = (run, kept) => keep({ kept }, 'held', 'all', () => {
  const m = run.message, ids = [...new Set(m.id)].sort((a, b) => a - b);
  const place = new Map(ids.map((id, i) => [id, i]));
  if (ids.length * run.processors > CELLS) return null;
  const since = new Float64Array(ids.length * run.processors).fill(Infinity);
  const first = new Uint8Array(ids.length * run.processors);
  for (let n = 0; n < m.count; n++) {
    const column = place.get(m.id[n]);
    const source = m.source[n] * ids.length + column, target = m.target[n] * ids.length + column;
    if (since[source] > m.start[n]) {
      since[source] = 0;
      first[source] = 1;
    }
    if (m.taken[n] !== run.never || !run.step) since[target] = Math.min(since[target], m.arrive[n]);
  }
  return { ids, place, since, first };
});

export const knowledge = {
  word: 'knowledge', family: 'others', title: 'Knowledge', margins: [8, 14, 34, 48],
  left: leftOfRows,
  empty: noMessages,
  axes: 'a row for each processor, a column for each message; filled: the processor holds the message now',
  height: run => Math.min(460, Math.max(150, 50 + run.processors * 16)),
  draw(pen, c) {
    const held = heldOf(c.run, c.kept);
    if (!held) return;
    const { box, theme } = c, wide = box.w / held.ids.length, every = Math.max(1, Math.ceil(26 / wide));
    for (let i = 0; i < held.ids.length; i += every)
      pen.text(box.x + (i + 0.5) * wide, box.y + box.h + 10, held.ids[i] < 0 ? '-' : String(held.ids[i]),
        { align: 'center', size: 10, fill: theme.dim });
    pen.text(box.x + box.w, box.y + box.h + 25, 'message', { align: 'right', size: 10, fill: theme.dim });
    rowAxis(pen, c);
  },
  now(pen, c) {
    const { run, view, box, theme, palette } = c, held = heldOf(run, c.kept);
    if (!held) return;
    const time = view.timeOf(run), rows = view.rows(run).rank, count = held.ids.length;
    const high = box.h / rows.length, wide = box.w / count, gap = Math.min(1, wide * 0.1, high * 0.1);
    const chosen = view.chosen?.by === 'message' ? view.chosen.value : null;
    const colours = held.ids.map(id => (chosen !== null && id !== chosen ? theme.line
      : view.colour === 'message' ? palette.of(id) : theme.messages[0]));
    rows.forEach((rank, row) => {
      for (let i = 0; i < count; i++) {
        const at = rank * count + i, has = held.since[at] <= time;
        pen.rect(box.x + i * wide, box.y + row * high, wide - gap, high - gap, has ? colours[i] : theme.faint);
        if (held.first[at] && wide > 6 && high > 6)
          pen.circle(box.x + (i + 0.5) * wide, box.y + (row + 0.5) * high, Math.min(wide, high) * 0.16, theme.paper);
      }
    });
  },
  at(c, x, y) {
    const { run, view, box } = c, held = heldOf(run, c.kept), rank = rankAt(c, y);
    const column = held ? Math.floor((x - box.x) / box.w * held.ids.length) : -1;
    if (rank === null || column < 0 || column >= (held?.ids.length ?? 0)) return null;
    const since = held.since[rank * held.ids.length + column];
    const when = since === Infinity ? 'never receives it' : held.first[rank * held.ids.length + column]
      ? 'holds it from the beginning' : `receives it ${view.endText(since * run.toPage)}`;
    return { rank, text: `${messageName(held.ids[column])}\nprocessor ${run.who(rank)} ${when}` };
  },
  note(c) {
    if (!c) return '';
    const held = heldOf(c.run, c.kept);
    if (!held) return 'Too many processors and messages for this display.';
    let now = 0;
    const time = c.view.timeOf(c.run);
    for (const since of held.since) now += since <= time ? 1 : 0;
    return 'A dot marks a processor that holds the message from the beginning.';
  },
};
