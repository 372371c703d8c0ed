import { sql, type SQL } from 'drizzle-orm';
import { isSameProject } from '../same-project.ts';

/** The first end of memory `m`'s branch after it was stored; null where there is none. */
export const branchOutcome = (project: SQL): SQL => sql`(
    select e.outcome from branch_ends e
    where e.workspace_id = m.workspace_id and e.name = m.branch and e.ended_at >= m.created_at
      and ${isSameProject(sql`e.project`, project)}
    order by e.ended_at limit 1)`;

/** What became of memory `m`'s branch: `merged`, `abandoned`, `open`, or null where nobody knows. */
export const branchState = (project: SQL): SQL => sql`coalesce(${branchOutcome(project)}, (
    select 'open' from branches b
    where b.workspace_id = m.workspace_id and b.name = m.branch and ${isSameProject(sql`b.project`, project)}
    limit 1))`;
