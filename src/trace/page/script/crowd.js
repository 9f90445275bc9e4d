/* Reduces large numbers of small shapes, many of which lie on the same pixels: of shapes of one
 * kind, one is drawn at each place, which looks the same and is fast. */

const MOST = 4096; /* with fewer shapes, all are drawn */
const SIDE = 8192; /* limit on coordinates that are distinguished */

/** Return the groups of `size` numbers, without those that equal an earlier group when rounded. */
function once(numbers, size) {
  if (numbers.length <= size * MOST) return numbers;
  const seen = new Set(), kept = [];
  for (let i = 0; i < numbers.length; i += size) {
    let key = 0;
    for (let k = 0; k < size; k++) key = key * SIDE + (Math.round(numbers[i + k]) & SIDE - 1);
    if (seen.has(key)) continue;
    seen.add(key);
    for (let k = 0; k < size; k++) kept.push(numbers[i + k]);
  }
  return kept;
}

/** Reduce points: [x, y, x, y, ...] @param {number[]} points */
export const fewPoints = points => once(points, 2);

/** Reduce lines: [x1, y1, x2, y2, ...] @param {number[]} ends */
export const fewLines = ends => once(ends, 4);
