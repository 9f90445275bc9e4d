// Random choices of the tests, the same for the same seed.
const CHARACTERS = [...'0123456789:,=-/x. %<>&#"\n\u0000\u00e9\u{1f600}'];

export class Dice {
  constructor(seed) {
    this.state = Number(seed);
  }

  /** Return a whole number from 0 to below a limit. */
  below(limit) {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  }

  one(list) {
    return list[this.below(list.length)];
  }

  /** Return a text with some characters changed. */
  mutated(text) {
    const all = [...text];
    for (let i = this.below(4); i >= 0; i--) all.splice(this.below(all.length + 1), this.below(3), ...(this.below(2) ? [this.one(CHARACTERS)] : []));
    return all.join('');
  }
}
