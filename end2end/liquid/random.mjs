// Chance that is the same at every run: a small generator from one seed (mulberry32).

/** What the generators draw from. */
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** A number from 0 up to 1. */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to `end`, which is left out. */
  below(end) {
    return Math.floor(this.next() * end);
  }

  chance(likelihood) {
    return this.next() < likelihood;
  }

  pick(items) {
    return items[this.below(items.length)];
  }

  /** `least` to `most` items, each made by `make`. */
  some(least, most, make) {
    return Array.from({ length: least + this.below(most - least + 1) }, () => make());
  }
}
