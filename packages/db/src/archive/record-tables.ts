import { sql, type SQL } from 'drizzle-orm';
import { PROVENANCE_NAMES, type RecordKind } from '@memory/contracts';
import { readGiven } from '../memories/given-columns.ts';
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

/** Where each kind of record is kept; made when asked for, so that functions that read no records hold none of it. */
export const recordTables = (): Record<RecordKind, RecordTable> => ({
  session: {
    table: 'sessions',
    body: row({
      record: col.text`'session'`,
      id: col.uuid`t.id`,
      session_id: col.text`t.session_id`,
      project_name: col.text`t.project_name`,
      branch_name: col.text`t.branch_name`,
      user_id: col.text.orNull`t.user_id`,
      user_email: col.text.orNull`t.user_email`,
      author: col.text.orNull`t.author`,
      is_active: col.bool`t.is_active`,
      started_at: col.timestamp`t.started_at`,
      ended_at: col.timestamp.orNull`t.ended_at`,
      last_sign_of_life: col.timestamp`t.last_sign_of_life`,
      summary: col.text.orNull`t.summary`,
      summary_origin: col.text.orNull`t.summary_origin`,
      metadata_json: col.json<object>()`t.metadata_json`,
      observation_count: col.int`t.observation_count`,
      requested_count: col.int`t.requested_count`,
      summarized_count: col.int`t.summarized_count`,
      summary_due_at: col.timestamp.orNull`t.summary_due_at`,
      created_at: col.timestamp`t.created_at`,
      updated_at: col.timestamp.orNull`t.updated_at`,
    }),
  },
  observation: {
    table: 'observations',
    body: row({
      record: col.text`'observation'`,
      id: col.uuid`t.id`,
      session_id: col.text`(select s.session_id from sessions s
        where s.workspace_id = t.workspace_id and s.id = t.session_row_id)`,
      event_id: col.text.orNull`t.event_id`,
      kind: col.text.orNull`t.kind`,
      tool_name: col.text.orNull`t.tool_name`,
      files: col.textList`t.files`,
      content: col.text`t.content`,
      occurred_at: col.timestamp`t.occurred_at`,
      created_at: col.timestamp`t.created_at`,
      processed_at: col.timestamp.orNull`t.processed_at`,
    }),
  },
  document: {
    table: 'documents',
    body: row({
      record: col.text`'document'`,
      id: col.uuid`t.id`,
      identity: col.text`t.identity`,
      title: col.text`t.title`,
      origin: col.text.orNull`t.origin`,
      source: col.text.orNull`t.source`,
      memory_type: col.text`t.memory_type`,
      document_type: col.text.orNull`t.document_type`,
      deliverable_id: col.text.orNull`t.deliverable_id`,
      tags: col.textList`t.tags`,
      created_at: col.timestamp`t.created_at`,
      updated_at: col.timestamp.orNull`t.updated_at`,
    }),
  },
  memory: {
    table: 'memories',
    body: row({
      record: col.text`'memory'`,
      id: col.uuid`t.id`,
      memory_id: col.text`t.memory_id`,
      title: col.text`t.title`,
      narrative: col.text`t.narrative`,
      memory_type: col.text`t.memory_type`,
      tags: col.textList`t.tags`,
      concepts: col.textList`t.concepts`,
      source_files: col.textList`t.source_files`,
      ...readGiven('t'),
      base_importance: col.float.orNull`t.base_importance`,
      ...Object.fromEntries(PROVENANCE_NAMES.map((name) => [name, col.text.orNull`t.${sql.raw(name)}`])),
      source_session_id: col.text.orNull`t.source_session_id`,
      section: col.json<object>().orNull`(select ${section().json} from document_sections s
        where s.workspace_id = t.workspace_id and s.memory_id = t.id)`,
      observations: col.json<string[]>()`coalesce((select json_agg(o.observation_id order by o.observation_id)
        from memory_sources o where o.workspace_id = t.workspace_id and o.memory_id = t.id), '[]')`,
      is_consolidated: col.bool`t.is_consolidated`,
      consolidated_from: col.json<object[]>().orNull`(select json_agg(${identity().json} order by c.place)
        from jsonb_array_elements(nullif(t.consolidated_from, 'null')) with ordinality e(item, place)
        cross join lateral (select e.place, e.item ->> 'id' id, e.item ->> 'memory_id' memory_id) c)`,
      discovered_at: col.timestamp.orNull`case when ${counter('discovered_digest')} = t.content_digest
          then ${counter('discovered_at')} end`,
      is_judged: col.bool`coalesce(t.judged_digest = t.content_digest, false)`,
      access_count: col.int`coalesce(${counter('access_count')}, 0)`,
      retrieval_count: col.int`coalesce(${counter('retrieval_count')}, 0)`,
      last_accessed_at: col.timestamp.orNull`${counter('last_accessed_at')}`,
      created_at: col.timestamp`t.created_at`,
      updated_at: col.timestamp.orNull`t.updated_at`,
    }),
  },
  relationship: {
    table: 'relationships',
    body: row({
      record: col.text`'relationship'`,
      id: col.uuid`t.id`,
      source: col.uuid`t.source_id`,
      target: col.uuid`t.target_id`,
      relationship_type: col.text`t.relationship_type`,
      discovery_method: col.text`t.discovery_method`,
      confidence: col.float`t.confidence`,
      context: col.text.orNull`t.context`,
      found_by_source: col.bool`t.found_by_source`,
      found_by_target: col.bool`t.found_by_target`,
      discovered_type: col.text.orNull`t.discovered_type`,
      judged_at: col.timestamp.orNull`t.judged_at`,
      settled_by: col.text.orNull`t.settled_by`,
      created_at: col.timestamp`t.created_at`,
    }),
  },
  feedback: {
    table: 'feedback',
    body: row({
      record: col.text`'feedback'`,
      id: col.uuid`t.id`,
      memory: col.uuid`t.memory_id`,
      useful: col.bool`t.useful`,
      context: col.text.orNull`t.context`,
      session_id: col.text.orNull`t.session_id`,
      created_at: col.timestamp`t.created_at`,
    }),
  },
  tombstone: {
    table: 'tombstones',
    body: row({
      record: col.text`'tombstone'`,
      id: col.text`t.salt || '/' || t.text_digest`,
      forgotten_at: col.timestamp`t.forgotten_at`,
    }),
  },
});
