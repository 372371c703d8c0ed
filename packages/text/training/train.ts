import { VectorTable } from '../../db/src/vectors/vector-table.ts';
import type { Corpus, Texts } from './corpus.ts';
import { Random } from './random.ts';

/** Pairs a batch: each text is told from the others' answers. */
const BATCH = 1_024;
/** Half of the batches are neighbours in the corpus, of one source and kind, which are the hardest to tell apart. */
const OF_ONE_SOURCE = 0.5;
const WINDOW = 6 * BATCH;

const TEMPERATURE = 0.1;
const RATE = 0.015;
const WARM_UP = 100;
const [DECAY_1, DECAY_2, EPSILON] = [0.9, 0.999, 1e-8];

/** Share of the words common to both texts that the first loses, so that a pair is not told by these alone; and of all words. */
const MASKED = 0.5;
const DROPPED = 0.05;

/** Pairs of each kind and language that are kept out and tell how the training goes. */
const HELD_OUT = 1_000;
const TOLD_EVERY_MS = 30_000;

export interface TrainingOptions {
  dimensions: number;
  /** Passes over the corpus. */
  passes: number;
  seed: number;
  tell: (message: string) => void;
}

export interface Trained {
  /** A row a word, then one a group of characters. */
  rows: Float32Array;
  /** Of pairs that were kept out: how often the answer is the nearest of a thousand. */
  heldOut: Record<string, number>;
}

/**
 * Learns rows such that the sums of two texts of a pair are nearer to each other than to others of the batch (InfoNCE in both
 * directions), by Adam on the rows that a batch touches.
 */
export function train(corpus: Corpus, { dimensions, passes, seed, tell }: TrainingOptions): Trained {
  const random = new Random(seed);
  const table = new Rows(corpus, dimensions, random);
  const heldOut = holdOut(corpus, random);
  const isHeld = new Set(Object.values(heldOut).flatMap((pairs) => [...pairs]));
  const open = Int32Array.from(corpus.kinds.keys()).filter((pair) => !isHeld.has(pair));
  const products = new Products();
  const perPass = Math.ceil(open.reduce((sum, pair) => sum + (corpus.draws[pair] ?? 1), 0) / BATCH);
  const steps = Math.ceil(passes * perPass);
  const started = performance.now();
  let told = started;
  let loss = 0;
  for (let step = 0, batches: Int32Array[] = []; step < steps; step += 1) {
    if (batches.length === 0) batches = batchesOf(open, corpus, random);
    const batch = batches.pop();
    if (!batch) break;
    const rate = RATE * Math.min(1, (step + 1) / WARM_UP) * (1 - (0.98 * step) / steps);
    const lost = table.learn(batch, { products, random, rate, step: step + 1 });
    loss = loss === 0 ? lost : 0.98 * loss + 0.02 * lost;
    if (performance.now() - told < TOLD_EVERY_MS) continue;
    told = performance.now();
    const left = ((told - started) / (step + 1)) * (steps - step - 1);
    tell(`${step + 1} of ${steps} batches, loss ${loss.toFixed(3)}, ${Math.ceil(left / 60_000)} min left`);
  }
  return {
    rows: table.rows,
    heldOut: Object.fromEntries(
      Object.entries(heldOut).map(([name, pairs]) => [name, table.score(pairs, products)]),
    ),
  };
}

/** Some pairs of each large kind, and translations of each language. */
function holdOut(corpus: Corpus, random: Random): Record<string, Int32Array> {
  const groups = Map.groupBy(corpus.kinds.keys(), (pair) => {
    const kind = corpus.kinds[pair] ?? '';
    return kind === 'translation' ? (corpus.languages[pair] ?? '') : kind;
  });
  return Object.fromEntries(
    [...groups]
      .filter(([, pairs]) => pairs.length > 3 * HELD_OUT)
      .map(([name, pairs]) => [name, random.shuffle(Int32Array.from(pairs)).slice(0, HELD_OUT).sort()]),
  );
}

/** One pass: some batches of neighbours, some of anything, in no order. */
function batchesOf(open: Int32Array, { draws }: Corpus, random: Random): Int32Array[] {
  const drawn = open.filter((pair) => random.next() < (draws[pair] ?? 1));
  const isNear = Uint8Array.from(drawn, () => Number(random.next() < OF_ONE_SOURCE));
  const batches: Int32Array[] = [];
  const cut = (pairs: Int32Array) => {
    for (let start = 0; start + BATCH / 2 <= pairs.length; start += BATCH)
      batches.push(pairs.slice(start, start + BATCH));
  };
  const near = drawn.filter((_, i) => isNear[i] === 1);
  for (let start = 0; start < near.length; start += WINDOW)
    cut(random.shuffle(near.slice(start, start + WINDOW)));
  cut(random.shuffle(drawn.filter((_, i) => isNear[i] === 0)));
  const order = random.shuffle(Int32Array.from(batches.keys()));
  return Array.from(order, (place) => batches[place]!);
}

/** Sums of texts of a batch, scaled to length one. */
interface Encoded {
  units: Float32Array;
  lengths: Float32Array;
  /** 1 for each word that is left out. */
  dropped: Uint8Array[];
}

class Rows {
  readonly rows: Float32Array;
  readonly #corpus: Corpus;
  readonly #dimensions: number;
  readonly #gradients: Float32Array;
  readonly #first: Float32Array;
  readonly #second: Float32Array;
  readonly #isTouched: Uint8Array;
  readonly #marks: Int32Array;
  #mark = 0;
  #touched: number[] = [];

  constructor(corpus: Corpus, dimensions: number, random: Random) {
    const count = corpus.words.length + corpus.grams;
    this.#corpus = corpus;
    this.#dimensions = dimensions;
    this.rows = new Float32Array(count * dimensions);
    this.#gradients = new Float32Array(this.rows.length);
    this.#first = new Float32Array(this.rows.length);
    this.#second = new Float32Array(this.rows.length);
    this.#isTouched = new Uint8Array(count);
    this.#marks = new Int32Array(count);
    // A rare word weighs more from the start.
    const all = corpus.counts.reduce((sum, n) => sum + n, 0);
    const rarities = corpus.counts.map((n) => Math.log(1 + all / 60 / (n + 1)));
    const mean = rarities.reduce((sum, n) => sum + n, 0) / rarities.length;
    for (let row = 0; row < count; row += 1) {
      const scale = (rarities[row] ?? mean) / mean / Math.sqrt(dimensions);
      for (let i = 0; i < dimensions; i += 1) this.rows[row * dimensions + i] = scale * random.normal();
    }
  }

  /** How often the nearest of the second texts is a first text's own. */
  score(pairs: Int32Array, products: Products): number {
    const [a, b] = [this.#encode(this.#corpus.a, pairs), this.#encode(this.#corpus.b, pairs)];
    const likeness = products.multiply(a.units, b.units, pairs.length, this.#dimensions);
    let right = 0;
    for (let i = 0; i < pairs.length; i += 1) {
      const row = likeness.subarray(i * pairs.length, (i + 1) * pairs.length);
      right += Number(row.indexOf(row.reduce((most, value) => Math.max(most, value), -1)) === i);
    }
    return Math.round((1_000 * right) / pairs.length) / 1_000;
  }

  /** @returns the loss of the batch */
  learn(
    batch: Int32Array,
    { products, random, rate, step }: { products: Products; random: Random; rate: number; step: number },
  ): number {
    const n = batch.length;
    const d = this.#dimensions;
    const { a, b } = this.#corpus;
    const x = this.#encode(a, batch, this.#mask(batch, random));
    const y = this.#encode(
      b,
      batch,
      Array.from(batch, (pair) => Uint8Array.from(span(b, pair), () => Number(random.next() < DROPPED))),
    );
    const weights = products.multiply(x.units, y.units, n, d);
    // A cosine by the temperature is 10 at most: its exponential needs no shift.
    const byRow = new Float32Array(n);
    const byColumn = new Float32Array(n);
    let loss = 0;
    for (let i = 0; i < n; i += 1) loss -= (weights[i * n + i]! / TEMPERATURE / n) * 2;
    for (let i = 0; i < n; i += 1)
      for (let j = 0; j < n; j += 1) {
        const e = Math.exp(weights[i * n + j]! / TEMPERATURE);
        weights[i * n + j] = e;
        byRow[i]! += e;
        byColumn[j]! += e;
      }
    for (let i = 0; i < n; i += 1) loss += (Math.log(byRow[i]!) + Math.log(byColumn[i]!)) / n;
    const factor = 1 / (2 * n * TEMPERATURE);
    for (let i = 0; i < n; i += 1) {
      for (let j = 0; j < n; j += 1) weights[i * n + j]! *= factor * (1 / byRow[i]! + 1 / byColumn[j]!);
      weights[i * n + i]! -= 2 * factor;
    }
    const ofX = products.multiply(weights, transposed(y.units, n, d), n, n, d);
    const ofY = products.multiply(transposed(weights, n, n), transposed(x.units, n, d), n, n, d);
    this.#backward(a, batch, x, ofX);
    this.#backward(b, batch, y, ofY);
    this.#step(rate, step);
    return loss / 2;
  }

  /** Words of the first text of a pair that are left out: of those in the second text, half. */
  #mask(batch: Int32Array, random: Random): Uint8Array[] {
    const { a, b } = this.#corpus;
    return Array.from(batch, (pair) => {
      this.#mark += 1;
      for (const place of span(b, pair)) this.#marks[b.rows[place]!] = this.#mark;
      const dropped = Uint8Array.from(span(a, pair), (place) =>
        Number(random.next() < (this.#marks[a.rows[place]!] === this.#mark ? MASKED : DROPPED)),
      );
      const left = dropped.reduce((count, gone) => count + 1 - gone, 0);
      return left < 2 ? dropped.fill(0) : dropped;
    });
  }

  #encode(texts: Texts, batch: Int32Array, dropped: Uint8Array[] = []): Encoded {
    const { rows } = this;
    const d = this.#dimensions;
    const units = new Float32Array(batch.length * d);
    const lengths = new Float32Array(batch.length);
    for (const [i, pair] of batch.entries()) {
      const out = units.subarray(i * d, (i + 1) * d);
      const start = texts.starts[pair]!;
      for (const place of span(texts, pair)) {
        if (dropped[i]?.[place - start]) continue;
        const row = texts.rows[place]! * d;
        const weight = texts.weights[place]!;
        for (let j = 0; j < d; j += 1) out[j]! += weight * rows[row + j]!;
      }
      let squares = 0;
      for (let j = 0; j < d; j += 1) squares += out[j]! * out[j]!;
      const length = (lengths[i] = Math.sqrt(squares) + 1e-6);
      for (let j = 0; j < d; j += 1) out[j]! /= length;
    }
    return { units, lengths, dropped };
  }

  /** Adds the gradients of unit vectors to those of the rows that they are sums of. */
  #backward(
    texts: Texts,
    batch: Int32Array,
    { units, lengths, dropped }: Encoded,
    gradients: Float32Array,
  ): void {
    const sums = this.#gradients;
    const d = this.#dimensions;
    for (const [i, pair] of batch.entries()) {
      const unit = units.subarray(i * d, (i + 1) * d);
      const gradient = gradients.subarray(i * d, (i + 1) * d);
      let along = 0;
      for (let j = 0; j < d; j += 1) along += gradient[j]! * unit[j]!;
      for (let j = 0; j < d; j += 1) gradient[j] = (gradient[j]! - along * unit[j]!) / lengths[i]!;
      const start = texts.starts[pair]!;
      for (const place of span(texts, pair)) {
        if (dropped[i]?.[place - start]) continue;
        const row = texts.rows[place]!;
        if (this.#isTouched[row] === 0) {
          this.#isTouched[row] = 1;
          this.#touched.push(row);
        }
        const weight = texts.weights[place]!;
        for (let j = 0; j < d; j += 1) sums[row * d + j]! += weight * gradient[j]!;
      }
    }
  }

  #step(rate: number, step: number): void {
    const d = this.#dimensions;
    const { rows } = this;
    const [gradients, firsts, seconds] = [this.#gradients, this.#first, this.#second];
    const [unbiased1, unbiased2] = [1 - DECAY_1 ** step, 1 - DECAY_2 ** step];
    for (const row of this.#touched) {
      this.#isTouched[row] = 0;
      for (let i = row * d; i < (row + 1) * d; i += 1) {
        const g = gradients[i]!;
        const first = (firsts[i] = DECAY_1 * firsts[i]! + (1 - DECAY_1) * g);
        const second = (seconds[i] = DECAY_2 * seconds[i]! + (1 - DECAY_2) * g * g);
        rows[i]! -= (rate * (first / unbiased1)) / (Math.sqrt(second / unbiased2) + EPSILON);
        gradients[i] = 0;
      }
    }
    this.#touched = [];
  }
}

function* span({ starts }: Texts, text: number): Generator<number> {
  for (let place = starts[text]!; place < starts[text + 1]!; place += 1) yield place;
}

function transposed(matrix: Float32Array, rows: number, columns: number): Float32Array {
  const out = new Float32Array(matrix.length);
  for (let i = 0; i < rows; i += 1)
    for (let j = 0; j < columns; j += 1) out[j * rows + i] = matrix[i * columns + j]!;
  return out;
}

/** Products of matrices, four numbers at once. */
class Products {
  readonly #tables = new Map<number, VectorTable>();

  /** Rows of one matrix times rows of the other. @param length of a row */
  multiply(
    one: Float32Array,
    other: Float32Array,
    rows: number,
    length: number,
    otherRows = rows,
  ): Float32Array {
    const table = this.#tables.get(length) ?? new VectorTable();
    this.#tables.set(length, table);
    const all = Int32Array.from({ length: otherRows }, (_, i) => i);
    for (const i of all) table.put(i, other.subarray(i * length, (i + 1) * length));
    const out = new Float32Array(rows * otherRows);
    for (let i = 0; i < rows; i += 1)
      table.products(
        one.subarray(i * length, (i + 1) * length),
        all,
        out.subarray(i * otherRows, (i + 1) * otherRows),
      );
    return out;
  }
}
