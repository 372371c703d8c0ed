/** Numbers up to which a list is a plain array: most words stand in few memories, and a typed array costs 200 bytes by itself. */
const PLAIN_MAX = 128;

/** Where a word stands: for each memory its slot, how many positions follow, and these. Slots only grow. */
export class Posting {
  numbers: number[] | Int32Array = [];
  length = 0;

  add(slot: number, positions: readonly number[]): void {
    const needed = this.length + 2 + positions.length;
    if (needed > PLAIN_MAX && this.numbers.length < needed) {
      const grown = new Int32Array(Math.ceil(needed * 1.5));
      grown.set(this.numbers instanceof Int32Array ? this.numbers.subarray(0, this.length) : this.numbers);
      this.numbers = grown;
    }
    const { numbers } = this;
    numbers[this.length] = slot;
    numbers[this.length + 1] = positions.length;
    for (let i = 0; i < positions.length; i += 1) numbers[this.length + 2 + i] = positions[i] ?? 0;
    this.length = needed;
  }

  get bytes(): number {
    return 64 + this.numbers.length * (this.numbers instanceof Int32Array ? 4 : 8);
  }
}
