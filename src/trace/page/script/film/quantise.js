/* Few colours for the many of anti-aliased pictures: those of the theme, then the most frequent. */

const CELLS = 1 << 18; /* six bits of each of red, green and blue */

/** Return the cell of a pixel of ImageData, read as a little-endian number. @param {number} rgba */
const cellOf = rgba => (rgba >> 2 & 63) << 12 | (rgba >> 10 & 63) << 6 | (rgba >> 18 & 63);

const partsOf = rgba => [rgba & 255, rgba >> 8 & 255, rgba >> 16 & 255];

/** Return a colour such as #1d2330 as a pixel. @param {string} text */
const pixelOf = text => parseInt(text.slice(5, 7) + text.slice(3, 5) + text.slice(1, 3), 16);

export class Quantiser {
  /** @param {string[]} colours that must be exact @param {number} most number of colours */
  constructor(colours, most) {
    this.most = most;
    this.counts = new Uint32Array(CELLS);
    this.first = new Int32Array(CELLS); /* a colour of each cell */
    this.chosen = new Set();
    this.colours = /** @type {number[][]} */ ([]);
    this.places = new Int16Array(CELLS).fill(-1); /* number of the colour of each cell */
    for (const text of colours.filter(text => /^#[0-9a-f]{6}$/.test(text))) {
      const pixel = pixelOf(text), cell = cellOf(pixel);
      if (!this.chosen.has(cell)) this.first[cell] = pixel;
      this.chosen.add(cell);
    }
  }

  /** Count the colours of a picture. @param {Uint32Array} pixels */
  look(pixels) {
    const { counts, first, chosen } = this;
    for (let i = 0; i < pixels.length; i++) {
      const cell = cellOf(pixels[i]);
      if (!counts[cell]++ && !chosen.has(cell)) first[cell] = pixels[i];
    }
  }

  /** Return the colours: those that were seen, the exact ones first. */
  choose() {
    const { counts, first, chosen, most } = this, found = [];
    for (let cell = 0; cell < CELLS; cell++) if (counts[cell] || chosen.has(cell)) found.push(cell);
    found.sort((a, b) => Number(chosen.has(b)) - Number(chosen.has(a)) || counts[b] - counts[a] || a - b);
    this.colours = found.slice(0, most).map(cell => partsOf(first[cell]));
    found.slice(0, most).forEach((cell, i) => { this.places[cell] = i; });
    return this.colours;
  }

  /** Return the number of the nearest colour. @param {number} rgba */
  nearest(rgba) {
    const parts = partsOf(rgba), away = colour => colour.reduce((sum, part, i) => sum + (part - parts[i]) ** 2, 0);
    let best = 0;
    for (let i = 1; i < this.colours.length; i++) if (away(this.colours[i]) < away(this.colours[best])) best = i;
    return best;
  }

  /** Return the number of a pixel's colour. @param {number} rgba */
  of(rgba) {
    const { places } = this, cell = cellOf(rgba);
    if (places[cell] < 0) places[cell] = this.nearest(rgba);
    return places[cell];
  }

  /**
   * Write the colours of the pixels that differ from the ones before, and `same` for the others.
   * Returns the part that has all of them, at least one pixel.
   * @param {Uint32Array} pixels @param {Uint32Array} before @param {Uint8Array} to
   */
  map(pixels, before, width, same, to) {
    const rows = pixels.length / width;
    let left = width, top = rows, right = 0, bottom = 0;
    to.fill(same);
    for (let y = 0; y < rows; y++) {
      const from = y * width;
      let first = from, last = from + width - 1;
      while (first <= last && pixels[first] === before[first]) first++;
      if (first > last) continue;
      while (pixels[last] === before[last]) last--;
      this.mapRow(pixels, before, to, first, last);
      left = Math.min(left, first - from);
      right = Math.max(right, last - from + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
    return bottom ? { left, top, right, bottom } : { left: 0, top: 0, right: 1, bottom: 1 };
  }

  /** Write the colours of the pixels from the first to the last that differ from the ones before. */
  mapRow(pixels, before, to, first, last) {
    const { places } = this;
    for (let i = first; i <= last; i++) {
      const rgba = pixels[i];
      if (rgba === before[i]) continue;
      const place = places[cellOf(rgba)];
      to[i] = place < 0 ? this.of(rgba) : place;
    }
  }
}
