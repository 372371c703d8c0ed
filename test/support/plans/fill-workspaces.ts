import { sql } from 'drizzle-orm';
import { queryRows, type Database } from '@memory/db';
import { MODEL, VECTOR } from '../queries/row-samples.ts';

/** Rows of a table in each of the two workspaces. */
const ROWS: Record<string, number> = {
  workspaces: 1,
  workspace_statistics: 1,
  memories: 2_000,
  memory_counters: 2_000,
  memory_embeddings: 2_000,
  memory_grounds: 1_000,
  memory_sources: 2_000,
  memory_anchors: 2_000,
  memory_changes: 4_000,
  observations: 2_000,
  document_sections: 500,
  documents: 100,
  lexeme_frequencies: 2_000,
  relationships: 20_000,
  sessions: 50,
  code_repositories: 2,
  code_files: 250,
  code_symbols: 5_000,
  code_edges: 10_000,
};
const OTHER_ROWS = 100;
/** Of a share of them at least: those that samples name. */
const FEW_ROWS = 20;

/** The i-th row of its kind in a workspace: rows of all tables have the same identifiers, so that one sample names a row of each. */
const nth = (number: string) =>
  `('00000000-0000-700' || w || '-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
/** One of a table after the other; a name in braces stands for the rows of that table. */
const among = (table: string, number = 'i') => `((${number}) - 1) % {${table}} + 1`;

/** Values by table and column, or by column; the rest follows from the type. */
const VALUES: Record<string, string> = {
  id: nth('i'),
  workspace_id: nth('1'),
  memory_id: nth(among('memories')),
  memory_row_id: nth(among('memories')),
  session_row_id: nth(among('sessions')),
  source_session_id: `${nth(among('sessions'))}::text`,
  session_id: `${nth(among('sessions'))}::text`,
  observation_id: nth(among('observations')),
  document_id: nth(among('documents')),
  repository_id: nth(among('code_repositories')),
  file_id: nth(among('code_files')),
  relationship_id: nth(among('relationships')),
  language: `'english'`,
  scope: `'write'`,
  secrets: `'replace'`,
  tombstone_salts: `'{}'`,
  memory_type: `(array['decision', 'pattern', 'general'])[i % 3 + 1]`,
  tags: `array['tag' || i % 20]`,
  concepts: `array['concept' || i % 200, 'concept' || i % 37]`,
  source_files: `array['src/file' || i % 300 || '.ts']`,
  files: `array['src/file' || i % 300 || '.ts']`,
  path: `'src/file' || i || '.ts'`,
  now_path: `'src/file' || i || '.ts'`,
  term_count: '30',
  content_digest: `'digest' || i`,
  model: 'case when w < 0 then null else $1 end',
  language_code: `'english'`,
  created_at: `'2026-01-01'::timestamptz + i * interval '10 minutes'`,
  metadata_json: `'{}'`,
  retention: `'{"general": 90}'`,
  calls: `'{}'`,
  errors: `'[]'`,
  summary_origin: `'job'`,
  summarized_count: 'null',
  summary_due_at: `case when i % 5 = 0 then '2026-01-02'::timestamptz end`,
  processed_at: `case when i % 4 > 0 then '2026-02-01'::timestamptz end`,
  is_active: 'i % 10 = 0',
  is_imported: 'false',
  undone_at: 'null',
  dead_at: `case when i % 4 = 0 then '2026-02-01'::timestamptz end`,
  settled_at: 'null',
  dismissed_at: 'null',
  next_model: 'null',
  next_model_at: 'null',
  revoked_at: 'null',
  expires_at: 'null',
  asked_at: 'null',
  settled_by: 'null',
  discovered_type: 'null',
  judged_at: 'null',
  unresolved_since: 'null',
  updated_at: `'2026-01-01'::timestamptz + i * interval '10 minutes'`,
  source_id: nth(among('memories')),
  target_id: nth(among('memories', 'i + 1 + i / {memories} * 37')),
  relationship_type: `(array['similar_to', 'related_to', 'references'])[i % 3 + 1]`,
  discovery_method: `case when i % 10 = 0 then 'manual' else (array['embedding_similarity', 'file_overlap', 'concept_overlap'])[i % 3 + 1] end`,
  confidence: '0.3 + i % 7 / 10.0',
  importance_score: '0.2 + i % 7 / 10.0',
  verdict: `'changed'`,
  outcome: `'merged'`,
  reason: `'named'`,
  content: `'We decided ' || i`,
  'memories.author': `'author' || i % 10`,
  'memories.branch': `case when i % 10 = 0 then 'branch' || i end`,
  'memories.memory_id': `'mem-' || lpad(i::text, 16, '0')`,
  'memories.consolidated_from': 'null',
  'memories.narrative': `repeat('Some words of memory ' || i || '. ', 20)`,
  'memories.search_text': `(
    select string_agg('''w' || (i * j * 31 + j * j) % 2000 || ''':' || j, ' ') || case when i % 20 = 0 then ' ''word'':31' else '' end
    from generate_series(1, 30) j)::tsvector`,
  'memory_changes.memory_id': `'mem-' || lpad((${among('memories')})::text, 16, '0')`,
  'memory_changes.kind': `'updated'`,
  'memory_changes.batch': `'batch' || i % 50`,
  'memory_changes.before': `'{"title": "x"}'`,
  'memory_counters.content_hash': `case when i % 100 > 0 then 'digest' || i end`,
  'memory_counters.discovered_digest': `case when i % 100 > 0 then 'digest' || i end`,
  // Ten memories are near each other.
  'memory_embeddings.embedding': `(select l2_normalize(a.v + a.v + b.v) from vectors a, vectors b
    where a.k = i % 200 and b.k = (i * 7 + i / 200) % 199)`,
  'feedback.session_id': 'null',
  'memory_anchors.kind': `'symbol'`,
  'memory_anchors.source': `'index'`,
  'memory_anchors.name': `'name' || i`,
  'ground_settlements.verdict': `'still_true'`,
  'type_changes.method': `'model'`,
  'type_changes.relationship_id': 'null',
  'lexeme_frequencies.lexeme': `case when i = 1 then 'word' else 'w' || i end`,
  'lexeme_frequencies.frequency': '5 + i % 90',
  'sessions.project_name': `'project' || i % 3`,
  'sessions.summary_attempts': '0',
  'documents.identity': `'identity' || i`,
  'documents.origin': `'origin'`,
  'documents.source': `'docs/' || i || '.md'`,
  'document_sections.ordinal': 'i / 100',
  'document_uploads.state': `case when i % 10 = 0 then 'waiting' else 'done' end`,
  'code_repositories.name': `'repository' || i`,
  'code_files.repository_id': nth('i % 2 + 1'),
  'code_files.words': `array['w' || i, 'w' || i % 50]`,
  'code_files.unresolved': `'[]'`,
  'code_files.unresolved_names': `array['name' || i]`,
  'code_symbols.kind': `'function'`,
  'code_symbols.name': `'name' || i % 500`,
  'code_symbols.qualified_name': `'name' || i`,
  'code_symbols.body_hash': `'body' || i % 4000`,
  'code_edges.kind': `'calls'`,
  'code_edges.source_id': nth(among('code_symbols')),
  'code_edges.target_id': nth(among('code_symbols', 'i * 7 + i / {code_symbols} * 13')),
  'branches.name': `'branch' || i`,
  'branch_ends.name': `'branch' || i`,
  'branch_ends.outcome': `'merged'`,
  'job_attempts.under_way': 'i % 2 = 0',
  'workspaces.name': `'workspace ' || w`,
  'api_keys.key_hash': `'hash' || case when w = 0 and i = 1 then '' else w || '-' || i end`,
  'memberships.issuer': `'issuer'`,
  'memberships.subject': `'subject' || case when i = 1 then '' else i::text end`,
  'search_changes.memories': `array[${nth(among('memories'))}]`,
  'graph_changes.seen': 'false',
  'workspace_statistics.memories': '2000',
  'workspace_statistics.has_semantic_index': 'false',
  'workspace_statistics.changes': '10',
};

const BY_TYPE: [RegExp, (column: string) => string][] = [
  [/^uuid$/u, () => nth('i')],
  [/^(?:text|character varying)$/u, (column) => `'${column}' || w || '-' || i`],
  [/\[\]$/u, () => `'{}'`],
  [/^(?:integer|bigint|smallint)$/u, () => 'i'],
  [/^(?:real|double precision|numeric)/u, () => '0.5'],
  [/^boolean$/u, () => 'i % 2 = 0'],
  [/^jsonb$/u, () => `'{}'`],
  [/^timestamp/u, () => `'2026-01-01'::timestamptz + i * interval '10 minutes'`],
  [/^date$/u, () => `'2026-01-01'::date + i`],
  [/^bytea$/u, () => `'\\x00'`],
];

/**
 * Fills two workspaces, each table of the schema, beside one without rows: what has no value of its own here has one by its type, so that a new table is
 * filled by existing.
 * @param options.share of the rows
 */
export async function fillWorkspaces(db: Database, { share = 1 } = {}): Promise<void> {
  const rowsOf = (table: string): number => {
    const whole = ROWS[table] ?? OTHER_ROWS;
    return Math.min(whole, Math.max(whole * share, FEW_ROWS));
  };
  const columns = await queryRows<{ table: string; column: string; type: string; required: boolean }>(db)`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
        a.attnotnull as required
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and a.attidentity = '' and a.atttypid <> 'xid8'::regtype and c.relname not like '%migrations%'
      order by c.relname, a.attnum`;
  await db.transaction(async (tx) => {
    // Neither triggers nor references: the rows stand as they would after both.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`create temp table vectors on commit drop as
      select k, (select array_agg(sin(k * j * 0.37))::vector from generate_series(1, ${sql.raw(`${VECTOR.length}`)}) j) v
      from generate_series(0, 199) k`);
    await tx.execute(sql`create index on vectors (k)`);
    await tx.execute(sql`analyze vectors`);
    for (const [table, of] of Map.groupBy(columns, (column) => column.table)) {
      const values = of.map(({ column, type, required }) => {
        const byName = VALUES[`${table}.${column}`] ?? VALUES[column];
        const known = byName === 'null' && required ? undefined : byName;
        const value = known ?? BY_TYPE.find(([pattern]) => pattern.test(type))?.[1](column);
        if (value === undefined)
          throw new Error(
            `${table}.${column} has no value: give it one in test/support/plans/fill-workspaces.ts.`,
          );
        return value
          .replaceAll('$1', `'${MODEL}'`)
          .replaceAll(/\{(\w+)\}/gu, (_, of: string) => `${rowsOf(of)}`);
      });
      const names = of.map(({ column }) => `"${column}"`).join(', ');
      await tx.execute(
        sql.raw(`insert into ${table} (${names}) select ${values.join(', ')}
          from generate_series(1, ${rowsOf(table)}) i, generate_series(0, 2) w
          where w < 2 or ${table === 'workspaces'} order by i, w`),
      );
    }
  });
}
