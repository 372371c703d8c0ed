import { sql, type SQL } from 'drizzle-orm';
import { RECORD_SCHEMAS, type RecordKind } from '@memory/contracts';
import { col, row, type JsonValue } from '../row.ts';

/** A record as its rows have it: the fields of its schema, with timestamps as the database writes them. */
export type StoredRecord = Record<string, unknown>;

export interface RecordTable {
  table: string;
  body: JsonValue<StoredRecord>;
}

const counter = (name: string): SQL => sql`(select ${sql.raw(`c.${name}`)} from memory_counters c
  where c.workspace_id = t.workspace_id and c.memory_id = t.id)`;

const identity = () => row({ id: col.uuid`c.id`, memory_id: col.text`c.memory_id` });

const section = () =>
  row({
    document: col.uuid`s.document_id`,
    key: col.text`s.key`,
    ordinal: col.int`s.ordinal`,
    heading_path: col.textList`s.heading_path`,
    section_hash: col.text`s.section_hash`,
  });

/** A table whose columns have the names of a record's fields, but for those that are made of others. */
function tableOf(kind: RecordKind, table: string, made: Readonly<Record<string, SQL>> = {}): RecordTable {
  const { record: _, ...fields } = RECORD_SCHEMAS[kind].shape;
  const columns = Object.keys(fields).map((name) => [name, made[name] ?? sql.raw(`t.${name}`)] as const);
  return {
    table,
    body: row(
      Object.fromEntries([
        ['record', col.text`${sql.raw(`'${kind}'`)}`],
        ...columns.map(([name, value]) => [name, col.json<unknown>()`${value}`] as const),
      ]),
    ),
  };
}

/** Where each kind of record is kept; made when asked for, so that functions that read no records hold none of it. */
export const recordTables = (): Record<RecordKind, RecordTable> => ({
  session: tableOf('session', 'sessions'),
  observation: tableOf('observation', 'observations', {
    session_id: sql`(select s.session_id from sessions s
      where s.workspace_id = t.workspace_id and s.id = t.session_row_id)`,
  }),
  document: tableOf('document', 'documents'),
  memory: tableOf('memory', 'memories', {
    section: sql`(select ${section().json} from document_sections s
      where s.workspace_id = t.workspace_id and s.memory_id = t.id)`,
    observations: sql`coalesce((select json_agg(o.observation_id order by o.observation_id)
      from memory_sources o where o.workspace_id = t.workspace_id and o.memory_id = t.id), '[]')`,
    consolidated_from: sql`(select json_agg(${identity().json} order by c.place)
      from jsonb_array_elements(nullif(t.consolidated_from, 'null')) with ordinality e(item, place)
      cross join lateral (select e.place, e.item ->> 'id' id, e.item ->> 'memory_id' memory_id) c)`,
    discovered_at: sql`case when ${counter('discovered_digest')} = t.content_digest
      then ${counter('discovered_at')} end`,
    is_judged: sql`coalesce(t.judged_digest = t.content_digest, false)`,
    access_count: sql`coalesce(${counter('access_count')}, 0)`,
    retrieval_count: sql`coalesce(${counter('retrieval_count')}, 0)`,
    last_accessed_at: counter('last_accessed_at'),
  }),
  relationship: tableOf('relationship', 'relationships', {
    source: sql.raw('t.source_id'),
    target: sql.raw('t.target_id'),
  }),
  feedback: tableOf('feedback', 'feedback', { memory: sql.raw('t.memory_id') }),
  tombstone: tableOf('tombstone', 'tombstones', { id: sql`t.salt || '/' || t.text_digest` }),
});
