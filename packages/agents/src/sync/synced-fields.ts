import {
  GIVEN_NAMES,
  givenOf,
  MANUAL_RELATIONSHIP_TYPES,
  PROVENANCE_NAMES,
  RECORD_SCHEMAS,
  type RecordOf,
} from '@memory/contracts';
import { type LocalRow } from './merge/local-state.ts';
import { endsOf, type SyncKind } from './merge/states.ts';

/**
 * Fields of a record that travel. Counters, feedback, sessions and observations are of one machine; vectors, page rank and
 * discovered relationships are made anew from what travels; documents come from the repository itself.
 */
const MEMORY = {
  fields: ['title', 'narrative', 'memory_type', 'tags', 'concepts', 'source_files', ...GIVEN_NAMES],
  fixed: ['memory_id', 'created_at', ...PROVENANCE_NAMES, 'is_consolidated', 'consolidated_from'],
} as const satisfies Record<string, readonly (keyof RecordOf<'memory'>)[]>;

const RELATIONSHIP = {
  fields: ['relationship_type', 'context'],
  fixed: ['created_at'],
} as const satisfies Record<string, readonly (keyof RecordOf<'relationship'>)[]>;

const pick = (record: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));

export function memoryRow(record: RecordOf<'memory'>): LocalRow {
  const { created_at, updated_at } = record;
  return {
    // The importance that a person gave: the recalculation at night is each replica's own.
    fields: pick({ ...record, ...givenOf(record) }, MEMORY.fields),
    fixed: pick(record, MEMORY.fixed),
    createdAtMs: Date.parse(created_at),
    editedAtMs: Date.parse(updated_at ?? created_at),
  };
}

export function relationshipRow(record: RecordOf<'relationship'>): LocalRow {
  const at = Date.parse(record.created_at);
  return {
    fields: pick(record, RELATIONSHIP.fields),
    fixed: { ...pick(record, RELATIONSHIP.fixed), relationship_id: record.id },
    createdAtMs: at,
    editedAtMs: at,
  };
}

export const isDeclared = ({ discovery_method, relationship_type }: RecordOf<'relationship'>): boolean =>
  discovery_method === 'manual' && MANUAL_RELATIONSHIP_TYPES.some((type) => type === relationship_type);

/** Fields that anybody may have written, as a service would store them; undefined for what no service would take. */
export function acceptFields(
  kind: SyncKind,
  id: string,
  given: Record<string, unknown>,
): Record<string, unknown> | undefined {
  if (kind === 'memories') {
    const names = [...MEMORY.fields, ...MEMORY.fixed];
    const { data } = RECORD_SCHEMAS.memory.safeParse({ ...pick(given, names), record: 'memory', id });
    return data && pick(data, names);
  }
  const { source, target } = endsOf(id);
  const { relationship_id, ...fields } = given;
  const { data } = RECORD_SCHEMAS.relationship.safeParse({
    ...pick(fields, [...RELATIONSHIP.fields, ...RELATIONSHIP.fixed]),
    record: 'relationship',
    id: relationship_id,
    source,
    target,
  });
  return data && isDeclared(data)
    ? { ...relationshipRow(data).fields, ...relationshipRow(data).fixed }
    : undefined;
}
