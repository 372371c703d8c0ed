import { query, type Database, type WorkspaceId } from '../database.ts';
import { idRow } from '../is-there.ts';
import { namedMemories, type NamedMemories } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { timestamp } from '../sql-values.ts';

const lostGround = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  code: col.text`g.reason`,
});

/** Of some memories, named by either identifier, those whose code is not where or as it was, with a clause of why. */
export function listLostGrounds(
  db: Database,
  workspaceId: WorkspaceId,
  named: NamedMemories,
): Promise<RowOf<typeof lostGround>[]> {
  return query(db, lostGround)`select ${lostGround.columns} from ${namedMemories(workspaceId, named)}
      join memory_grounds g on g.workspace_id = m.workspace_id and g.memory_id = m.id
      where g.verdict in ('moved', 'changed', 'gone', 'obsolete')`;
}

const memoryToTie = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  revision: col.int`m.revision`,
});

/** Of some memories, named by either identifier, those that may be tied to other code: nobody has settled them as they are. */
export function findMemoriesToTie(
  db: Database,
  workspaceId: WorkspaceId,
  named: NamedMemories,
): Promise<RowOf<typeof memoryToTie>[]> {
  return query(db, memoryToTie)`select ${memoryToTie.columns} from ${namedMemories(workspaceId, named)}
      left join memory_grounds g on g.workspace_id = m.workspace_id and g.memory_id = m.id
      where coalesce(g.verdict <> 'obsolete', true)
        and not exists (
          select from memory_anchors a where a.workspace_id = m.workspace_id and a.memory_id = m.id
            and a.source = 'settled' and g.revision = m.revision)`;
}

export async function markGrounded(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, at }: { ids: readonly string[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await query(db, idRow)`with marked as (
        insert into memory_grounds as g (workspace_id, memory_id, revision, anchored_at, judged_at, grounded_revision)
        select m.workspace_id, m.id, m.revision, ${timestamp(at)}, ${timestamp(at)}, m.revision
        from ${namedMemories(workspaceId, { ids })}
        order by m.id for key share of m
        on conflict (workspace_id, memory_id) do update set grounded_revision = excluded.grounded_revision
        returning memory_id)
      select memory_id as id from marked limit 1`;
}
