/* Tables as pictures, for saving. */

/** Draws rows of texts below one another; returns the height.
 * @param {string[][]} rows the first one is the heading */
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
