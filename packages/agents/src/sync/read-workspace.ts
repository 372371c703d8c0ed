import type { Client } from '@memory/client';
import type { RecordOf } from '@memory/contracts';
import { exportRecords } from '../archive/read-records.ts';
import type { LocalRow } from './merge/local-state.ts';
import { syncKey } from './merge/states.ts';
import { isDeclared, memoryRow, relationshipRow } from './synced-fields.ts';

export interface WorkspaceRows {
  rows: Map<string, LocalRow>;
  /** Records of `rows` whole, as the service has them. */
  records: Map<string, RecordOf<'memory'> | RecordOf<'relationship'>>;
  /** Parts of documents, and what is of other projects. */
  aside: Set<string>;
  ofOthers: number;
  tombstones: Map<string, string>;
}

/** @param isMeant whether what was stored in a project is synced here */
export async function readWorkspace(
  client: Client,
  isMeant: (project: string | null) => boolean,
): Promise<WorkspaceRows> {
  const read: WorkspaceRows = {
    rows: new Map(),
    records: new Map(),
    aside: new Set(),
    ofOthers: 0,
    tombstones: new Map(),
  };
  for await (const memory of exportRecords(client, { kinds: ['memory'] })) {
    const key = syncKey('memories', memory.id);
    const isOther = !isMeant(memory.project);
    if (memory.section !== null || isOther) {
      read.aside.add(key);
      if (memory.section === null) read.ofOthers += 1;
    } else {
      read.rows.set(key, memoryRow(memory));
      read.records.set(key, memory);
    }
  }
  for await (const relationship of exportRecords(client, { kinds: ['relationship'] })) {
    if (!isDeclared(relationship)) continue;
    const key = syncKey('relationships', `${relationship.source}.${relationship.target}`);
    const ends = [relationship.source, relationship.target].map((id) => syncKey('memories', id));
    if (ends.every((end) => read.rows.has(end))) {
      read.rows.set(key, relationshipRow(relationship));
      read.records.set(key, relationship);
    } else read.aside.add(key);
  }
  for await (const { id, forgotten_at } of exportRecords(client, { kinds: ['tombstone'] })) {
    const stroke = id.lastIndexOf('/');
    read.tombstones.set(`${id.slice(0, stroke)} ${id.slice(stroke + 1)}`, forgotten_at);
  }
  return read;
}

/** A name alone, the end of a folder's path (`…/code/shop`), or a remote: as the service tells them apart. */
const kindOf = (project: string): number => (project.includes('/') ? (project.startsWith('…/') ? 1 : 2) : 0);

const nameOf = (project: string): string => project.slice(project.lastIndexOf('/') + 1).toLowerCase();

/** Whether two names are of the same project: equal, or one says less than the other and ends alike. */
export const isSameProject = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase() ||
  (nameOf(one) === nameOf(other) && kindOf(one) !== kindOf(other));
