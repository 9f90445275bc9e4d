/* Tables: on the page, where they scroll if there is no room, and as pictures. */
import { make } from './element.js';

const SHADOW = 8; /* width in pixels of the shadow over hidden columns */

/** Cover columns that are only partly visible, so that no number is cut; a shadow indicates them. */
function cover(scroll, table, left, right) {
  const over = table.offsetWidth > scroll.clientWidth + 1, at = scroll.getBoundingClientRect();
  scroll.classList.toggle('over', over);
  left.hidden = right.hidden = true;
  if (!over) return;
  const cells = [...table.rows[0].cells].map(cell => cell.getBoundingClientRect()), begin = cells[0].right;
  const ends = cells.slice(1), end = at.left + scroll.clientWidth;
  const before = ends.filter(cell => cell.left < begin - 1), after = ends.filter(cell => cell.right > end + 1);
  left.hidden = !before.length;
  right.hidden = !after.length;
  const cutLeft = before.find(cell => cell.right > begin + 1), cutRight = after.find(cell => cell.left < end - 1);
  left.style.left = `${begin - at.left}px`;
  left.style.width = `${cutLeft ? cutLeft.right - begin : SHADOW}px`;
  right.style.left = `${cutRight ? Math.max(cutRight.left, begin) - at.left : scroll.clientWidth - SHADOW}px`;
  right.style.width = `${cutRight ? end - Math.max(cutRight.left, begin) : SHADOW}px`;
}

/** Return a table that scrolls sideways if it is too wide; its first column stays in place. */
export function scrolling(table) {
  const [left, right] = ['left', 'right'].map(side => make('i', { className: `cover ${side}`, hidden: true, 'aria-hidden': 'true' }));
  const scroll = make('div', { className: 'scroll' }, table), frame = make('div', { className: 'frame' }, scroll, left, right);
  const look = () => cover(scroll, table, left, right);
  scroll.addEventListener('scroll', look);
  new ResizeObserver(look).observe(scroll);
  return frame;
}

/** Draw rows of texts below each other; return the height. @param {string[][]} rows the first one is the heading */
export function drawTable(pen, theme, width, rows) {
  const columns = Math.max(...rows.map(row => row.length));
  const wide = Array.from({ length: columns }, (_, i) => Math.max(...rows.map(row => (row[i] ?? '').length)));
  const all = wide.reduce((a, b) => a + b + 2, 0), k = Math.min(7, (width - 24) / all);
  const size = Math.max(6, Math.min(11, k * 1.7));
  rows.forEach((row, i) => {
    let x = 12;
    row.forEach((text, j) => {
      const right = x + wide[j] * k;
      pen.text(j ? right : x, 10 + i * 17, text, { align: j ? 'right' : 'left', size, bold: !i });
      x = right + 2 * k;
    });
    pen.line(12, 19 + i * 17, width - 12, 19 + i * 17, theme.faint);
  });
  return rows.length * 17 + 12;
}
