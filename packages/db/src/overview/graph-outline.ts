import { sql } from 'drizzle-orm';
import type { MemoryIdForm, MemoryType } from '@memory/contracts';
import type { Database, WorkspaceId } from '../database.ts';
import { joinCounters } from '../graph/graph-node-row.ts';
import { FIRST, readJsonPage, type JsonPage } from '../graph/read-json-page.ts';
import { col } from '../row.ts';
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
    selection:
      form === 'A'
        ? sql`select r.id, json_build_array(r.source_id, r.target_id, ${rest}) body from ${page} r`
        : sql`select r.id, json_build_array(s.memory_id, t.memory_id, ${rest}) body from ${page} r
            join memories s on s.workspace_id = r.workspace_id and s.id = r.source_id
            join memories t on t.workspace_id = r.workspace_id and t.id = r.target_id`,
  });
}
