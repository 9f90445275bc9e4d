/* Four small grids of processors: state, task, bytes being sent, bytes queued. */
import { bytes } from '../format.js';
import { inkOn, shade, stateOf } from '../colours.js';
import { taskColour } from '../taskcolour.js';
import { mostAtOnce } from '../sums.js';
import { fitting } from '../names.js';

const WORDS = ['state', 'task', 'bytes being sent', 'bytes queued'];

function gridOf(run, width) {
  const across = Math.ceil(Math.sqrt(run.processors * 1.2)), down = Math.ceil(run.processors / across);
  const columns = width < 560 ? 2 : 4, w = (width - 16 * (columns - 1)) / columns, each = Math.min(38, w / across);
  const high = each * down + 26;
  return { across, each, columns, w, high, height: high * 4 / columns };
}

function layout(c) {
  const { box } = c, { across, each, columns, w, high } = gridOf(c.run, box.w);
  return { across, each, place: i => [box.x + (i % columns) * (w + 16), box.y + 18 + Math.floor(i / columns) * high] };
}

/** Return the maximum number of bytes that a processor sends at one time, and
 * that are queued at a processor, for the scales. */
function mostOf({ run }) {
  const m = run.message, both = { places: run.processors, quantity: n => m.bytes[n] };
  return {
    sent: mostAtOnce(run, { ...both, name: 'sent', placeOf: n => m.source[n], since: m.start, until: m.sent }) || 1,
    queued: mostAtOnce(run, { ...both, name: 'queued', placeOf: n => m.target[n], since: m.arrive, until: m.taken }) || 1,
  };
}

function valuesOf(c) {
  const { run, view } = c, time = view.timeOf(run), m = run.message;
  const sent = new Float64Array(run.processors), queued = new Float64Array(run.processors);
  run.eachMessage(time, time, n => {
    if (m.start[n] <= time && time < m.sent[n]) sent[m.source[n]] += m.bytes[n];
  });
  run.eachQueued(time, n => { queued[m.target[n]] += m.bytes[n]; });
  return { time, sent, queued };
}

/** Return a function from values to colours, which computes each colour once. */
function shades(theme, most) {
  const known = new Map();
  return value => {
    if (!known.has(value)) known.set(value, shade(theme, value / most));
    return known.get(value);
  };
}

/** Draw a square for each processor; without gaps, adjacent squares of one colour in a row are drawn as one. */
function drawGrid(pen, [x, y], { across, each, gap }, ranks, colourOf) {
  for (let at = 0, next; at < ranks.length; at = next) {
    const colour = colourOf(ranks[at]);
    next = at + 1;
    while (!gap && next < ranks.length && next % across && colourOf(ranks[next]) === colour) next++;
    pen.rect(x + at % across * each, y + Math.floor(at / across) * each, (next - at) * each - gap, each - gap, colour);
  }
}

export const status = {
  word: 'status', family: 'others', title: 'Status', margins: [6, 12, 6, 12],
  axes: 'four grids of processors: state, task, bytes being sent, bytes queued',
  height: (run, view, width) => gridOf(run, width - 24).height + 12,
  now(pen, c) {
    const { run, view, theme } = c, { across, each, place } = layout(c), { time, sent, queued } = valuesOf(c), most = mostOf(c);
    const ranks = view.rows(run).rank, gap = each > 4 ? 1 : 0;
    const sentShade = shades(theme, most.sent), queuedShade = shades(theme, most.queued), colour = [
      rank => theme.states[stateOf(view, run.stateAt(rank, time))],
      rank => {
        const task = run.taskAt(rank, time);
        return task ? taskColour(c, task.number) : theme.faint;
      },
      rank => sentShade(sent[rank]), rank => queuedShade(queued[rank])];
    const name = fitting(ranks, (rank, level) => run.label(rank, level), each - 4);
    WORDS.forEach((word, i) => {
      const [x, y] = place(i);
      pen.text(x, y - 9, word, { size: 11, fill: theme.dim });
      drawGrid(pen, [x, y], { across, each, gap }, ranks, colour[i]);
      if (each > 26 && !i) ranks.forEach((rank, at) => pen.text(x + (at % across + 0.5) * each, y + (Math.floor(at / across) + 0.5) * each,
        name(rank), { align: 'center', size: 10, fill: inkOn(theme, stateOf(view, run.stateAt(rank, time))) }));
    });
  },
  at(c, x, y) {
    const { run, view } = c, { across, each, place } = layout(c);
    for (let i = 0; i < 4; i++) {
      const [left, top] = place(i), column = Math.floor((x - left) / each), row = Math.floor((y - top) / each);
      const rank = column >= 0 && column < across && row >= 0 ? view.rows(run).rank[row * across + column] : undefined;
      if (rank === undefined) continue;
      const { time, sent, queued } = valuesOf(c), task = run.taskAt(rank, time);
      return { rank, text: `processor ${run.who(rank)}: ${view.stateWord(run, rank, time)}\n`
        + `${task ? run.taskName(task.number) : 'no task'}; sends ${bytes(sent[rank])}, ${bytes(queued[rank])} queued` };
    }
    return null;
  },
};
