/* Animated GIF files: a frame has only the part that differs from the frame before, with its
 * unchanged pixels transparent, compressed by LZW. */

const BLOCK = 255; /* maximum size of a block of data */
const CODES = 4096;

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box without its right and bottom edge */

/** A growing array of bytes. */
class Bytes {
  constructor() {
    this.bytes = new Uint8Array(1 << 20);
    this.size = 0;
  }

  /** @param {ArrayLike<number>} list */
  put(list) {
    if (this.size + list.length > this.bytes.length) {
      const grown = new Uint8Array(2 * this.bytes.length + list.length);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes.set(list, this.size);
    this.size += list.length;
  }

  /** Append 16-bit numbers. @param {number[]} list */
  words(...list) {
    this.put(list.flatMap(word => [word & 255, word >> 8]));
  }

  /** @param {string} text */
  text(text) {
    this.put(Array.from(text, c => c.charCodeAt(0)));
  }
}

/** Compresses pixels to codes of growing length, in blocks. */
class Lzw {
  /** @param {Bytes} out @param {number} bits of a pixel */
  constructor(out, bits) {
    this.out = out;
    this.bits = bits;
    this.clear = 1 << bits;
    this.size = bits + 1;
    this.next = 0;
    this.table = new Uint16Array(CODES << 8); /* code of a known code followed by a pixel; 0: none */
    this.block = new Uint8Array(BLOCK);
    this.used = 0;
    this.buffer = 0;
    this.filled = 0;
  }

  restart() {
    this.table.fill(0);
    this.size = this.bits + 1;
    this.next = this.clear + 2;
  }

  byte() {
    this.block[this.used++] = this.buffer & 255;
    this.buffer >>= 8;
    this.filled -= 8;
    if (this.used === BLOCK) this.flush();
  }

  flush() {
    if (this.used) {
      this.out.put([this.used]);
      this.out.put(this.block.subarray(0, this.used));
    }
    this.used = 0;
  }

  emit(code) {
    this.buffer |= code << this.filled;
    this.filled += this.size;
    while (this.filled >= 8) this.byte();
  }

  /** The reader numbers its codes one later, also after the last code. */
  count() {
    if (this.next++ === 1 << this.size) this.size++;
  }

  /** Append a pixel to the known code before it. */
  pixel(code, pixel) {
    const at = code << 8 | pixel, known = this.table[at];
    if (known) return known;
    this.emit(code);
    if (this.next < CODES) {
      this.table[at] = this.next;
      this.count();
    } else {
      this.emit(this.clear);
      this.restart();
    }
    return pixel;
  }

  /** Compress a part of the pixels. @param {Uint8Array} pixels in rows of `width` */
  compress(pixels, width, { left, top, right, bottom }) {
    const { clear } = this;
    this.out.put([this.bits]);
    this.restart();
    this.emit(clear);
    let code = -1;
    for (let y = top; y < bottom; y++)
      for (let i = y * width + left, end = y * width + right; i < end; i++)
        code = code < 0 ? pixels[i] : this.pixel(code, pixels[i]);
    this.emit(code);
    if (this.next < CODES) this.count();
    this.emit(clear + 1);
    while (this.filled > 0) this.byte();
    this.buffer = this.filled = 0;
    this.flush();
    this.out.put([0]);
  }
}

export class Gif {
  /** @param {number} width @param {number} height @param {number[][]} colours [red, green, blue], at most 255 */
  constructor(width, height, colours) {
    const bits = Math.max(2, Math.ceil(Math.log2(colours.length + 1))), out = this.out = new Bytes();
    this.width = width;
    this.height = height;
    this.clear = colours.length; /* the transparent pixel */
    this.lzw = new Lzw(out, bits);
    out.text('GIF89a');
    out.words(width, height);
    out.put([0x80 | 0x70 | (bits - 1), 0, 0]);
    for (let i = 0; i < 1 << bits; i++) out.put(colours[i] ?? [0, 0, 0]);
    out.put([0x21, 0xff, 11]);
    out.text('NETSCAPE2.0');
    out.put([3, 1, 0, 0, 0]); /* without end */
  }

  /**
   * Append a frame.
   * @param {Uint8Array} pixels of the whole frame; those that are `clear` show the frame before
   * @param {Box} box the part outside of which all are clear, at least one pixel
   * @param {number} delay in hundredths of a second
   */
  frame(pixels, box, delay) {
    this.out.put([0x21, 0xf9, 4, 0x05]);
    this.out.words(delay);
    this.out.put([this.clear, 0, 0x2c]);
    this.out.words(box.left, box.top, box.right - box.left, box.bottom - box.top);
    this.out.put([0]);
    this.lzw.compress(pixels, this.width, box);
  }

  finish() {
    this.out.put([0x3b]);
    return this.out.bytes.subarray(0, this.out.size);
  }
}
