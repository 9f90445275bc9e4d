/* Axes of times, processors and numbers. All displays over time share the time axis. */
import { compact, tickTexts, ticks } from './format.js';
import { nameColumns, nameRows, wide } from './names.js';

/**
 * What a display draws with: a run, the view, colours, the place of the plot.
 * @typedef {Object} Context
 * @property {import('./data.js').Run} run
 * @property {import('./view.js').View} view
 * @property {import('./colours.js').Theme} theme
 * @property {import('./colours.js').Palette} palette
 * @property {number} width @property {number} height
 * @property {{x: number, y: number, w: number, h: number}} box
 * @property {number} least size of letters that stand close together
 * @property {Object<string, any>} kept what a display keeps between two drawings
 */

/** Return the area of a plot inside a picture. */
export function plotBox(width, height, margins) {
  const [top, right, bottom, left] = margins;
  return { x: left, y: top, w: Math.max(10, width - left - right), h: Math.max(10, height - top - bottom) };
}

/** Return a function that converts a time of the run to an x coordinate. @param {Context} c */
export function xOf(c) {
  const { view, run, box } = c;
  const k = box.w / (view.to - view.from);
  return time => box.x + (time * run.toPage - view.from) * k;
}

/** Convert an x coordinate to a time of the page. @param {Context} c */
export function timeAt(c, x) {
  const { view, box } = c;
  return view.from + (x - box.x) / box.w * (view.to - view.from);
}

/** Return ticks of the window, as many as there is room for their texts. @param {Context} c */
function timeTicks(c, unit) {
  const { view, box } = c, from = view.from * unit.factor, to = view.to * unit.factor;
  for (let room = box.w / 70; ; room /= 1.5) {
    const found = ticks(from, to, room, view.steps && to - from >= 2), texts = tickTexts(found);
    const most = texts.reduce((all, text) => Math.max(all, wide(text)), 0);
    if (room < 1 || found.length < 2 || (most + 8) * (to - from) <= box.w * (found[1] - found[0]))
      return found.slice(0, room < 1 ? 1 : found.length).map((tick, i) => ({ text: texts[i], x: box.x + (tick - from) / (to - from) * box.w }));
  }
}

/** @param {any} pen @param {Context} c */
export function timeAxis(pen, c) {
  const { view, box, theme } = c, y = box.y + box.h, unit = view.unitOf(view.to);
  for (const { text, x } of timeTicks(c, unit)) {
    const half = wide(text) / 2;
    pen.line(x, box.y, x, y, theme.faint);
    pen.line(x, y, x, y + 4, theme.dim);
    pen.text(Math.max(half, Math.min(c.width - half, x)), y + 12, text, { align: 'center', fill: theme.dim, size: 10 });
  }
  pen.line(box.x, y, box.x + box.w, y, theme.dim);
  pen.text(box.x + box.w, y + 24, `time in ${unit.word}`, { align: 'right', fill: theme.dim, size: 10 });
}

/** Draw an axis of numbers from 0 upwards. @param {any} pen @param {Context} c */
export function numberAxis(pen, c, most, word, whole = true) {
  const { box, theme } = c;
  for (const tick of ticks(0, most, box.h / 28, whole)) {
    const y = box.y + box.h - tick / most * box.h;
    pen.line(box.x, y, box.x + box.w, y, theme.faint);
    pen.text(box.x - 6, y, compact(tick), { align: 'right', fill: theme.dim, size: 10 });
  }
  pen.line(box.x, box.y, box.x, box.y + box.h, theme.dim);
  if (word) pen.text(11, box.y + box.h / 2, word, { align: 'center', fill: theme.dim, size: 10, turn: -90 });
}

/** Draw an axis of shares, from 0 to 100 %. */
export function shareAxis(pen, c, word) {
  const { box, theme } = c;
  for (let i = 0; i <= 4; i++) {
    const y = box.y + box.h * (1 - i / 4);
    pen.line(box.x, y, box.x + box.w, y, theme.faint);
    pen.text(box.x - 6, y, `${25 * i} %`, { align: 'right', fill: theme.dim, size: 10 });
  }
  pen.line(box.x, box.y, box.x, box.y + box.h, theme.dim);
  if (word) pen.text(9, box.y + box.h / 2, word, { align: 'center', fill: theme.dim, size: 10, turn: -90 });
}

/** Return a function that gives the y coordinate of the middle of a processor's row. @param {Context} c */
export function yOf(c) {
  const { run, view, box } = c, rows = view.rows(run), high = box.h / rows.rank.length;
  return rank => box.y + (rows.row[rank] + 0.5) * high;
}

/** Return the processor at a y coordinate, or null. @param {Context} c */
export function rankAt(c, y) {
  const { run, view, box } = c, rows = view.rows(run);
  const row = Math.floor((y - box.y) / box.h * rows.rank.length);
  return row >= 0 && row < rows.rank.length ? rows.rank[row] : null;
}

/** Draw the names of rows, as many as there is room for. @param {any} pen @param {Context} c */
export function rowAxis(pen, c) {
  nameRows(pen, c, c.view.rows(c.run).rank, (rank, level) => c.run.label(rank, level));
}

/** Draw the names of processors below columns. @param {any} pen @param {Context} c */
export function columnAxis(pen, c, word = 'processor') {
  const { run, view, box, theme } = c;
  nameColumns(pen, c, view.rows(run).rank, box.y + box.h + 11);
  pen.line(box.x, box.y + box.h, box.x + box.w, box.y + box.h, theme.dim);
  pen.text(box.x + box.w, box.y + box.h + 24, word, { align: 'right', fill: theme.dim, size: 10 });
}

/**
 * Draw lines at the current time and at the pointer, in a display over time.
 * @param {any} pen @param {Context} c
 */
export function clockLine(pen, c) {
  const { view, box, theme } = c;
  const place = time => box.x + (time - view.from) / (view.to - view.from) * box.w;
  const pointer = view.pointer?.time;
  if (pointer !== null && pointer !== undefined && pointer >= view.from && pointer <= view.to)
    pen.line(place(pointer), box.y, place(pointer), box.y + box.h, theme.pointer, 1, [3, 3]);
  if (view.clock < view.from || view.clock > view.to) return;
  pen.line(place(view.clock), box.y, place(view.clock), box.y + box.h, theme.clock, 1.5);
}

/** Mark the row of the processor under the pointer. @param {any} pen @param {Context} c */
export function pointerRow(pen, c) {
  const rank = c.view.pointer?.rank;
  if (rank === null || rank === undefined || rank >= c.run.processors) return;
  const y = yOf(c)(rank), high = Math.max(2, c.box.h / c.view.rows(c.run).rank.length);
  pen.rect(c.box.x - 4, y - high / 2, 3, high, c.theme.clock);
}
