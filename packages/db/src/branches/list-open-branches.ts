import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSameProject, projectOfMemory } from '../same-project.ts';
import { nullable, uuid } from '../sql-values.ts';
import { branchOutcome } from './branch-state.ts';

const openBranch = row({
  name: col.text`s.name`,
  memories: col.int`s.memories`,
  first_at: col.timestamp`s.first_at`,
  tip: col.text.orNull`b.tip`,
  whole_id: col.text.orNull`b.whole_id`,
  commit_ids: col.json<string[]>()`coalesce(to_json(b.commit_ids), '[]')`,
  pull: col.int.orNull`b.pull`,
});
export type OpenBranch = RowOf<typeof openBranch>;

/** Branches of a project with memories that are neither merged nor abandoned, those with the newest memories first. */
export async function listOpenBranches(
  db: Database,
  workspaceId: WorkspaceId,
  { project, limit }: { project: string; limit: number },
): Promise<OpenBranch[]> {
  const workspace = uuid(workspaceId);
  const named = nullable(project, 'text');
  return query(
    db,
    openBranch,
    sql`select ${openBranch.columns} from (
        select m.branch as name, count(*) memories, min(m.created_at) first_at, max(m.created_at) last_at
        from memories m cross join lateral (select ${projectOfMemory} project) p
        where m.workspace_id = ${workspace} and m.branch is not null and ${isSameProject(sql`p.project`, named)}
          and ${branchOutcome(sql`p.project`)} is null
        group by m.branch) s
      left join branches b on b.workspace_id = ${workspace} and b.name = s.name and lower(b.project) = lower(${named})
      order by s.last_at desc, s.name limit ${limit}::int`,
  );
}
