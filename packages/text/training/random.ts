/** Numbers from a seed, the same in every run (xorshift with 32 bits). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0 || 1;
  }

  /** 0 to below 1. */
  next(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state / 2 ** 32;
  }

  /** Of a normal distribution. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  shuffle(numbers: Int32Array): Int32Array {
    for (let i = numbers.length - 1; i > 0; i -= 1) {
      const j = Math.floor(this.next() * (i + 1));
      [numbers[i], numbers[j]] = [numbers[j]!, numbers[i]!];
    }
    return numbers;
  }
}
