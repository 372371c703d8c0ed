import { VectorTable } from '../../vectors/vector-table.ts';
import type { Filterable } from '../search-filters.ts';
import type { IndexedMemory } from './indexed-memory.ts';
import { Posting, readTsvector } from './postings.ts';

export interface WordStatistics {
  memories: number;
  averageLength: number;
  frequencies: ReadonlyMap<string, number>;
}

/** Slots that nothing stands in any more, of all, from which on they are given up. */
const DEAD_MAX = 0.25;

/** The bytes of a memory's own fields, about. */
const FIELDS_BYTES = 400;

/**
 * Index of the memories of one workspace: words with their positions, vectors of one model, and fields that filters
 * ask for. A memory has a slot; a new text takes a new one, so that the lists of words only grow until they are compacted.
 */
export class SearchIndex {
  readonly model: string | null;
  statistics: WordStatistics = { memories: 0, averageLength: 1, frequencies: new Map() };
  readonly #slots = new Map<string, number>();
  #words = new Map<string, Posting>();
  /** Of each slot; the empty string where nothing stands any more. */
  ids: string[] = [];
  lengths: number[] = [];
  importances: number[] = [];
  #filterable: Filterable[] = [];
  #texts: string[] = [];
  /** 1 where there is a vector. */
  embedded = new Uint8Array(0);
  /** By slot. */
  vectors = new VectorTable();
  #lengthSum = 0;

  constructor(model: string | null) {
    this.model = model;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Live or not. */
  get slotCount(): number {
    return this.ids.length;
  }

  get averageLength(): number {
    return this.size === 0 ? 1 : Math.fround(this.#lengthSum / this.size);
  }

  get bytes(): number {
    let bytes = this.vectors.bytes + this.slotCount * FIELDS_BYTES;
    for (const [word, posting] of this.#words) bytes += posting.bytes + 2 * word.length + 64;
    return bytes;
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  posting(lexeme: string): Posting | undefined {
    return this.#words.get(lexeme);
  }

  put(memory: IndexedMemory): void {
    let slot = this.#slots.get(memory.id);
    if (slot === undefined || this.#texts[slot] !== memory.textDigest) {
      this.remove(memory.id);
      slot = this.ids.length;
      this.ids.push(memory.id);
      this.#slots.set(memory.id, slot);
      this.#texts[slot] = memory.textDigest;
      this.lengths[slot] = memory.termCount;
      this.#lengthSum += memory.termCount;
      const at = slot;
      readTsvector(memory.searchText, (lexeme, positions) => {
        let posting = this.#words.get(lexeme);
        if (!posting) this.#words.set(lexeme, (posting = new Posting()));
        posting.add(at, positions);
      });
    }
    this.importances[slot] = memory.filterable.importance;
    this.#filterable[slot] = memory.filterable;
    this.#putVector(slot, memory.vector);
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.ids[slot] = '';
    this.#lengthSum -= this.lengths[slot] ?? 0;
    if (this.embedded.length > slot) this.embedded[slot] = 0;
    if (this.slotCount > 64 && this.size < this.slotCount * (1 - DEAD_MAX)) this.#compact();
  }

  isLive(slot: number): boolean {
    return this.ids[slot] !== '';
  }

  passes(slot: number, test: (memory: Filterable) => boolean): boolean {
    const memory = this.#filterable[slot];
    return memory !== undefined && test(memory);
  }

  #putVector(slot: number, vector: Float32Array | null): void {
    if (this.embedded.length <= slot) {
      const grown = Math.max(64, Math.ceil(slot * 1.5));
      const embedded = new Uint8Array(grown);
      embedded.set(this.embedded);
      this.embedded = embedded;
    }
    this.embedded[slot] = vector === null ? 0 : 1;
    if (vector !== null) this.vectors.put(slot, vector);
  }

  #compact(): void {
    const old = { words: this.#words, ids: this.ids, vectors: this.vectors, embedded: this.embedded };
    const moved = new Int32Array(old.ids.length).fill(-1);
    let next = 0;
    for (const [slot, id] of old.ids.entries()) if (id !== '') moved[slot] = next++;
    const live = <Value>(values: Value[]) => values.filter((_, slot) => moved[slot] !== -1);
    this.lengths = live(this.lengths);
    this.importances = live(this.importances);
    this.#filterable = live(this.#filterable);
    this.#texts = live(this.#texts);
    this.ids = live(old.ids);
    this.embedded = new Uint8Array(Math.max(64, next));
    this.vectors = new VectorTable();
    for (const [slot, to] of moved.entries()) {
      if (to === -1) continue;
      this.#slots.set(this.ids[to] ?? '', to);
      this.embedded[to] = old.embedded[slot] ?? 0;
      if (this.embedded[to] === 1) this.vectors.put(to, old.vectors.row(slot));
    }
    this.#words = new Map();
    for (const [lexeme, { numbers, length }] of old.words) {
      const posting = new Posting();
      for (let at = 0; at < length; at += 2 + (numbers[at + 1] ?? 0)) {
        const to = moved[numbers[at] ?? 0] ?? -1;
        if (to !== -1) posting.add(to, Array.from(numbers.slice(at + 2, at + 2 + (numbers[at + 1] ?? 0))));
      }
      if (posting.length > 0) this.#words.set(lexeme, posting);
    }
  }
}
