import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, textArray, timestamp, uuid } from '../sql-values.ts';

/** Bound for all groups of a workspace together: they are read with every request. */
const BYTES_MAX = sql.raw('16384');

const group = row({
  id: col.uuid`g.id`,
  terms: col.textList`g.terms`,
  author: col.text.orNull`g.author`,
  created_at: col.timestamp`g.created_at`,
});
export type GlossaryGroupRow = RowOf<typeof group>;

/** The oldest first. */
export const listGlossaryGroups = (db: Database, workspaceId: WorkspaceId): Promise<GlossaryGroupRow[]> =>
  query(db, group)`select ${group.columns} from glossary_groups g where g.workspace_id = ${uuid(workspaceId)}
      order by g.created_at, g.id`;

export interface NewGlossaryGroup {
  id: string;
  terms: readonly string[];
  author: string | null;
  createdAt: Date;
  groupsMax: number;
}

const outcome = row({ outcome: col.oneOf('inserted', 'known', 'full')`outcome` });

/** Adds a group unless there is one of the same words, or no room for it. */
export async function insertGlossaryGroup(
  db: Database,
  workspaceId: WorkspaceId,
  { id, terms, author, createdAt, groupsMax }: NewGlossaryGroup,
): Promise<'inserted' | 'known' | 'full'> {
  const workspace = uuid(workspaceId);
  const [inserted] = await query(db, outcome)`
    with room as materialized (select id from workspaces where id = ${workspace} for no key update),
      checked as materialized (
        select case when bool_or(${hasTerms(terms)}) then 'known'
          when count(g.id) >= ${groupsMax}::int or coalesce(sum(octet_length(g.terms::text)), 0)
            + octet_length(${textArray(terms)}::text) > ${BYTES_MAX} then 'full' else 'inserted' end outcome
        from room left join glossary_groups g on g.workspace_id = room.id),
      inserted as (
        insert into glossary_groups (workspace_id, id, terms, author, created_at)
        select ${workspace}, ${uuid(id)}, ${textArray(terms)}, ${nullable(author, 'text')}, ${timestamp(createdAt)}
        from checked where outcome = 'inserted')
      select ${outcome.columns} from checked`;
  return inserted?.outcome ?? 'full';
}

/** In whatever order. */
const hasTerms = (terms: readonly string[]): SQL =>
  sql`g.terms @> ${textArray(terms)} and g.terms <@ ${textArray(terms)}`;

const gone = row({ id: col.uuid`g.id` });

export async function deleteGlossaryGroup(
  db: Database,
  workspaceId: WorkspaceId,
  named: { id: string } | { terms: readonly string[] },
): Promise<boolean> {
  const isNamed = 'id' in named ? sql`g.id = ${uuid(named.id)}` : hasTerms(named.terms);
  const deleted = await query(db, gone)`
    delete from glossary_groups g where g.workspace_id = ${uuid(workspaceId)} and ${isNamed}
      returning ${gone.columns}`;
  return deleted.length > 0;
}
