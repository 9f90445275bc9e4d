/* Very many small things, of which many lie on the same pixels: of those of one
 * kind each place is drawn once, which looks the same and is soon done. */

const MOST = 4096; /* fewer are drawn as they are */
const SIDE = 8192; /* pixels that are told apart */

/** Groups of `size` numbers, of those that round to the same one. */
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

/** Of points: [x, y, x, y, ...] @param {number[]} points */
export const fewPoints = points => once(points, 2);

/** Of lines: [x1, y1, x2, y2, ...] @param {number[]} ends */
export const fewLines = ends => once(ends, 4);
