import { digestOf, textsOf, wholeOf } from '../forgetting/forgotten-text.ts';
import type { SyncRecord } from './sync-record.ts';

/** When texts were forgotten, by what is left of them: salt and digest, with a space between. */
export type Tombstones = ReadonlyMap<string, string>;

/** All tombstones of some sets, each with the last moment at which its text was forgotten. */
export function mergeTombstones(...sets: readonly Tombstones[]): Map<string, string> {
  const merged = new Map<string, string>();
  for (const set of sets)
    for (const [digest, at] of set) {
      const known = merged.get(digest);
      if (known === undefined || known < at) merged.set(digest, at);
    }
  return merged;
}

/** Knows what was forgotten by its tombstones. */
export class ForgottenDigests {
  readonly #tombstones: Tombstones;
  readonly #salts: readonly string[];

  constructor(tombstones: Tombstones) {
    this.#tombstones = tombstones;
    this.#salts = [...new Set([...tombstones.keys()].map((each) => each.slice(0, each.lastIndexOf(' '))))];
  }

  /** Whether a live memory was forgotten, or says as a whole what was after it was stored: stored by hand later, it may stay. */
  knows(id: string, record: SyncRecord): boolean {
    const said = this.#salts.length > 0 && saidBy(record);
    return said ? this.#some([nameOf(id)], '') || this.#some(wholeOf(said), said.created_at) : false;
  }

  /** Whether a memory that is gone was forgotten: by its id, or by anything that it said. */
  tookAway(id: string, records: readonly SyncRecord[]): boolean {
    if (this.#salts.length === 0) return false;
    const texts = records.flatMap((record) => {
      const said = saidBy(record);
      return said ? textsOf(said) : [];
    });
    return this.#some([nameOf(id), ...texts], '');
  }

  #some(texts: readonly string[], createdAt: string): boolean {
    return this.#salts.some((salt) =>
      texts.some((text) => {
        const at = this.#tombstones.get(`${salt} ${digestOf(salt, text)}`);
        return at !== undefined && at > createdAt;
      }),
    );
  }
}

/** What forgetting keeps of a memory's id. */
const nameOf = (id: string): string => `memory ${id}`;

/** What a live memory says; undefined for anything else. */
function saidBy(record: SyncRecord): { title: string; narrative: string; created_at: string } | undefined {
  if (record.state !== 'live') return undefined;
  const text = (name: string): string => {
    const value = record.fields.get(name)?.value;
    return typeof value === 'string' ? value : '';
  };
  return record.fields.has('narrative')
    ? { title: text('title'), narrative: text('narrative'), created_at: text('created_at') }
    : undefined;
}
