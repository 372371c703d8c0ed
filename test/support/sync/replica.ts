import {
  baseRecordOf,
  type BaseRecord,
  type LocalRow,
} from '../../../packages/agents/src/sync/merge/local-state.ts';
import {
  mergeWithStored,
  planChanges,
  type Snapshot,
} from '../../../packages/agents/src/sync/merge/merge-with-stored.ts';
import { readSnapshot, snapshotFiles } from '../../../packages/agents/src/sync/merge/snapshot-files.ts';
import { partsOf, syncKey } from '../../../packages/agents/src/sync/merge/states.ts';
import { digestOf } from '@memory/text/forgotten-text';

export type Files = ReadonlyMap<string, string>;

const asGiven = (_kind: string, _id: string, fields: Record<string, unknown>) => fields;

const alreadyRead = new WeakMap<Files, Snapshot>();

/** The same files are read by many. */
function readOnce(files: Files, nowMs: number): Snapshot {
  const read = alreadyRead.get(files) ?? readSnapshot(files, asGiven, nowMs);
  alreadyRead.set(files, read);
  return read;
}

/** A workspace as a person has it, with a wall clock of its own, that syncs through the files of a common place. */
export class Replica {
  readonly rows = new Map<string, LocalRow>();
  readonly #tombstones = new Map<string, string>();
  readonly #deleted = new Map<string, LocalRow>();
  readonly #name: string;
  readonly #skewMs: number;
  #base = new Map<string, BaseRecord>();
  /** The common place as this clone last knew it. */
  #clone: Files | undefined;

  constructor(name: string, skewMs: number) {
    this.#name = name;
    this.#skewMs = skewMs;
  }

  store(id: string, title: string, nowMs: number): void {
    const atMs = this.#at(nowMs);
    this.rows.set(syncKey('memories', id), {
      fields: { title, narrative: `The narrative of ${title}.`, tags: [] },
      fixed: { created_at: new Date(atMs).toISOString() },
      createdAtMs: atMs,
      editedAtMs: atMs,
    });
  }

  edit(key: string, name: string, value: unknown, nowMs: number): void {
    const row = this.rows.get(key);
    if (row)
      this.rows.set(key, { ...row, fields: { ...row.fields, [name]: value }, editedAtMs: this.#at(nowMs) });
  }

  relate(source: string, target: string, context: string, nowMs: number): void {
    const atMs = this.#at(nowMs);
    this.rows.set(syncKey('relationships', `${source}.${target}`), {
      fields: { relationship_type: 'supersedes', context },
      fixed: {},
      createdAtMs: atMs,
      editedAtMs: atMs,
    });
  }

  /** Relationships go along, as in the database. */
  delete(key: string): void {
    const row = this.rows.get(key);
    if (!row) return;
    this.#deleted.set(key, row);
    this.#remove(key);
  }

  /** Memories deleted here, so that they may be taken back. */
  deleted(): string[] {
    return [...this.#deleted.keys()].filter((key) => !this.rows.has(key));
  }

  undoDelete(key: string): void {
    const row = this.#deleted.get(key);
    if (row) this.rows.set(key, row);
  }

  forget(key: string, nowMs: number): void {
    const row = this.rows.get(key);
    if (!row) return;
    const { title, narrative } = row.fields as { title: string; narrative: string };
    const at = new Date(this.#at(nowMs)).toISOString();
    for (const text of [`${title}\n${narrative}`, `memory ${partsOf(key).id}`])
      this.#tombstones.set(`salt ${digestOf('salt', text)}`, at);
    this.#deleted.delete(key);
    this.#remove(key);
  }

  /**
   * @param common what stands in the common place; undefined: nobody has synced yet
   * @returns what is to stand there; of an offline sync it stays in the clone
   */
  sync(common: Files | undefined, nowMs: number): Files {
    const base = { replica: this.#name, salt: 'of the base', syncedAt: null, records: this.#base };
    const stored = [this.#clone, common].flatMap((files) =>
      files ? [readOnce(files, this.#at(nowMs))] : [],
    );
    const input = { rows: this.rows, aside: new Set<string>(), tombstones: this.#tombstones, base, stored };
    const { merged } = mergeWithStored({ ...input, nowMs: this.#at(nowMs) });
    this.#apply(merged, nowMs);
    this.#base = new Map(
      [...merged.records].map(([key, record]) => [key, baseRecordOf(record, base.salt, this.#base.get(key))]),
    );
    this.#clone = snapshotFiles(merged);
    return this.#clone;
  }

  #apply({ records, tombstones }: Snapshot, nowMs: number): void {
    const planned = planChanges(records, { rows: this.rows, aside: new Set() });
    for (const [tombstone, at] of tombstones)
      if (!this.#tombstones.has(tombstone)) this.#tombstones.set(tombstone, at);
    for (const key of [...planned.deleted, ...planned.forgotten]) this.#remove(key);
    for (const key of planned.forgotten) this.#deleted.delete(key);
    for (const [key, { fields }] of planned.written) {
      const row = this.rows.get(key);
      const values = Object.fromEntries([...fields].map(([name, { value }]) => [name, value]));
      const { created_at, ...others } = values;
      const atMs = this.#at(nowMs);
      this.rows.set(key, {
        fields: { ...row?.fields, ...others },
        fixed: created_at === undefined ? {} : { created_at },
        createdAtMs: row?.createdAtMs ?? atMs,
        editedAtMs: atMs,
      });
    }
  }

  #remove(key: string): void {
    this.rows.delete(key);
    const { id } = partsOf(key);
    for (const other of this.rows.keys())
      if (other.startsWith('relationships/') && other.includes(id)) this.rows.delete(other);
  }

  #at(nowMs: number): number {
    return nowMs + this.#skewMs;
  }
}
