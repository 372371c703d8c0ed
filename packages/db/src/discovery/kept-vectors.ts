import { setImmediate } from 'node:timers/promises';
import { VectorTable } from '../vectors/vector-table.ts';

/** Compared before whoever waits for the event loop is let in. */
const TOGETHER = 8;

/** Rows that are compared with all of these before the next: as many as the processor keeps at hand. */
const ROWS = 128;

export interface Neighbour {
  me: string;
  id: string;
}

export class KeptVectors {
  readonly #places = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #vectors = new VectorTable();

  get size(): number {
    return this.#ids.length;
  }

  get bytes(): number {
    return this.#vectors.bytes;
  }

  has(id: string): boolean {
    return this.#places.has(id);
  }

  put(id: string, vector: ArrayLike<number>): void {
    if (this.#vectors.dimensions !== 0 && vector.length !== this.#vectors.dimensions) return;
    let place = this.#places.get(id);
    if (place === undefined) {
      place = this.#ids.push(id) - 1;
      this.#places.set(id, place);
    }
    this.#vectors.put(place, vector);
  }

  /**
   * The nearest of each, as far as the cosine is at least this; those that have no vector here have none. Whoever waits for
   * the event loop is let in between.
   */
  async nearest(
    ids: readonly string[],
    { limit, threshold }: { limit: number; threshold: number },
  ): Promise<Neighbour[]> {
    const places = ids.flatMap((id) => this.#places.get(id) ?? []);
    const found: Neighbour[] = [];
    for (let start = 0; start < places.length; start += TOGETHER) {
      const some = places.slice(start, start + TOGETHER);
      for (const [number, cosines] of this.#cosines(some).entries())
        found.push(...this.#best(cosines, { me: some[number] ?? 0, limit, threshold }));
      await setImmediate();
    }
    return found;
  }

  #cosines(places: readonly number[]): Float32Array[] {
    const mine = places.map((place) => this.#vectors.row(place).slice());
    const cosines = places.map(() => new Float32Array(this.size));
    const all = Int32Array.from({ length: this.size }, (_, place) => place);
    for (let from = 0; from < all.length; from += ROWS) {
      const rows = all.subarray(from, from + ROWS);
      for (const [number, vector] of mine.entries()) this.#vectors.products(vector, rows, cosines[number]!);
    }
    return cosines;
  }

  #best(
    cosines: Float32Array,
    { me, limit, threshold }: { me: number; limit: number; threshold: number },
  ): Neighbour[] {
    const near: number[] = [];
    for (let place = 0; place < cosines.length; place += 1)
      if (cosines[place]! >= threshold && place !== me) near.push(place);
    return near
      .toSorted((x, y) => cosines[y]! - cosines[x]!)
      .slice(0, limit)
      .map((place) => ({ me: this.#ids[me] ?? '', id: this.#ids[place] ?? '' }));
  }
}
