import {
  Memory,
  type MemoryDetail,
  type MemoryIdForm,
  type MemoryType,
  type MemoryWithFeedback,
  type RelationshipRecord,
} from '@memory/contracts';
import type { MemoryDetailRow, MemoryIdentity, MemoryRow, RelationshipRow } from '@memory/db';

/** ISO 8601 in UTC, whatever offset the database wrote. */
export const presentTimestamp = (timestamp: string): string => new Date(timestamp).toISOString();

export const presentOptionalTimestamp = (timestamp: string | null): string | null =>
  timestamp === null ? null : presentTimestamp(timestamp);

/** A row with its moments, which are the fields called `…_at`, as the interface shows them. */
export const withMoments = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'string' ? presentTimestamp(value) : value,
    ]),
  ) as Row;

export const identifyIn =
  (form: MemoryIdForm) =>
  ({ id, memory_id }: MemoryIdentity): string =>
    form === 'A' ? id : memory_id;

const SHOWN = Object.keys(Memory.shape) as (keyof Memory & keyof MemoryRow)[];

/** A memory as the interface shows it: what is not named here is shown as it is stored. */
export function presentMemory(row: MemoryRow, form: MemoryIdForm): Memory {
  const { memory_id, ...shown } = pick(row, SHOWN);
  return {
    ...shown,
    ...(form === 'B' ? { memory_id } : {}),
    last_accessed_at: presentOptionalTimestamp(row.last_accessed_at),
    consolidated_from: row.consolidated_from?.map(identifyIn(form)) ?? null,
    created_at: presentTimestamp(row.created_at),
    updated_at: presentOptionalTimestamp(row.updated_at),
  };
}

export interface TitledMemory {
  id?: string;
  memory_id?: string;
  title: string;
  memory_type: MemoryType;
  created_at: string;
}

/** A memory by its title alone. */
export function presentTitle(row: MemoryIdentity & TitledMemory, form: MemoryIdForm): TitledMemory {
  const { id, memory_id, title, memory_type, created_at } = row;
  return {
    ...(form === 'A' ? { id } : { memory_id }),
    title,
    memory_type,
    created_at: presentTimestamp(created_at),
  };
}

export function presentMemoryWithFeedback(row: MemoryRow, form: MemoryIdForm): MemoryWithFeedback {
  return {
    ...presentMemory(row, form),
    feedback_positive_count: row.feedback_positive_count,
    feedback_negative_count: row.feedback_negative_count,
  };
}

export function presentMemoryDetail(row: MemoryDetailRow, form: MemoryIdForm): MemoryDetail {
  const present = (relationship: RelationshipRow) => presentRelationship(relationship, form);
  return {
    ...presentMemoryWithFeedback(row, form),
    outgoing_relationships: row.outgoing.map(present),
    incoming_relationships: row.incoming.map(present),
  };
}

export function presentRelationship(row: RelationshipRow, form: MemoryIdForm): RelationshipRecord {
  const identify = identifyIn(form);
  const { id, source, target, ...shown } = withMoments(row);
  return { id, source_memory_id: identify(source), target_memory_id: identify(target), ...shown };
}

export const pick = <From, Name extends keyof From>(from: From, names: readonly Name[]): Pick<From, Name> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
