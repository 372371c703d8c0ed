import { sql } from 'drizzle-orm';
import type { MemoryIdForm, MemoryType } from '@memory/contracts';
import { type Database, type WorkspaceId, query } from '../database.ts';
import { edgeTuples, joinCounters, FIRST, readJsonPage, type JsonPage } from '../graph/graph-pages.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';

/** A memory as a dot: its identifier, its title, its type, its importance, its community, when it was stored in seconds. */
export type OutlineNode = [
  ref: string,
  title: string,
  type: MemoryType,
  importance: number,
  community: string | null,
  storedAt: number,
];
/** A line: its ends, its type and how sure it is. */
export type OutlineEdge = [source: string, target: string, type: string, confidence: number];

const NODE = col.json<OutlineNode>()`body`;
const EDGE = col.json<OutlineEdge>()`body`;

interface OutlineOptions {
  after: string | null;
  limit: number;
  form: MemoryIdForm;
}

/** Tuples: a hundred thousand memories would repeat the names of their columns as often. */
export function listOutlineNodes(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit, form }: OutlineOptions,
): Promise<JsonPage<OutlineNode>> {
  const ref = sql.raw(form === 'A' ? 'm.id' : 'm.memory_id');
  return readJsonPage(db, {
    item: NODE,
    limit,
    selection: sql`select m.id, json_build_array(${ref}, left(m.title, 120), m.memory_type,
        round(m.importance_score::numeric, 2), c.community_label, floor(extract(epoch from m.created_at))) body
      from memories_after(${uuid(workspaceId)}, ${uuid(after ?? FIRST)}, ${limit}::int) m ${joinCounters}`,
  });
}

export function listOutlineEdges(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit, form, leastConfidence }: OutlineOptions & { leastConfidence: number },
): Promise<JsonPage<OutlineEdge>> {
  const page = sql`relationships_after(${uuid(workspaceId)}, ${uuid(after ?? FIRST)}, ${leastConfidence}::float8,
    ${limit}::int)`;
  const rest = sql`r.relationship_type, round(r.confidence::numeric, 2)`;
  return readJsonPage(db, {
    item: EDGE,
    limit,
    selection: edgeTuples(page, { rest, form }),
  });
}

const rememberedSymbol = row({
  repository: col.text`r.name`,
  path: col.text`a.path`,
  /** Empty for a file. */
  name: col.text`a.name`,
  symbol_id: col.uuid.orNull`s.id`,
  memories: col.int`a.memories`,
  /** Of them those whose code was changed or is gone. */
  doubtful: col.int`a.doubtful`,
});
export type RememberedSymbol = RowOf<typeof rememberedSymbol>;

export function listRememberedSymbols(
  db: Database,
  workspaceId: WorkspaceId,
  { limit }: { limit: number },
): Promise<RememberedSymbol[]> {
  return query(db, rememberedSymbol)`select ${rememberedSymbol.columns} from (
        select repository_id, coalesce(now_path, path) path, coalesce(now_name, name) name,
          count(distinct memory_id)::int memories,
          count(distinct memory_id) filter (where verdict in ('changed', 'gone'))::int doubtful
        from memory_anchors where workspace_id = ${uuid(workspaceId)}
        group by 1, 2, 3 order by memories desc, path, name limit ${limit}::int) a
      join code_repositories r on r.workspace_id = ${uuid(workspaceId)} and r.id = a.repository_id
      left join lateral (
        select s.id from code_files f join code_symbols s on s.workspace_id = f.workspace_id and s.file_id = f.id
        where f.workspace_id = ${uuid(workspaceId)} and f.repository_id = a.repository_id and f.path = a.path
          and (s.qualified_name = a.name or a.name = '' and s.id = f.id) limit 1) s on true
      order by a.memories desc, a.path, a.name`;
}
