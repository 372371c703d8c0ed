import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** What the lexical embedder learns from. */
const trainingText = row({
  title: col.text`m.title`,
  /** Its first 20,000 characters. */
  narrative: col.text`left(m.narrative, 20000)`,
  tags: col.textList`m.tags`,
  concepts: col.textList`m.concepts`,
  source_files: col.textList`m.source_files`,
});
export type TrainingText = RowOf<typeof trainingText>;

const memoryId = row({ id: col.text`m.id::text` });

/**
 * Ids of a workspace's memories in an order that has nothing to do with their age, the same at every call: that of the random end of
 * a UUIDv7. By themselves, since each call looks at all memories: with their texts it would sort these too.
 */
export async function listTrainingIds(
  db: Database,
  workspaceId: WorkspaceId,
  { limit }: { limit: number },
): Promise<string[]> {
  const rows = await query(
    db,
    memoryId,
    sql`select ${memoryId.columns} from memories m where m.workspace_id = ${uuid(workspaceId)}
      order by right(m.id::text, 12), m.id limit ${limit}::int`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Texts of these memories, in this order; those that are gone are left out.
 * @param ids at most 500
 */
export async function listTrainingTexts(
  db: Database,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<TrainingText[]> {
  // Looked up one by one, with `offset 0` against other plans, as whole memories are.
  const select = (
    wanted: readonly string[],
  ) => sql`select m.id, (row_number() over (order by u.place))::int place,
      null::json extra, ${trainingText.json} body
    from unnest(${uuidArray(wanted)}) with ordinality u(id, place) cross join lateral (
      select * from memories t where t.workspace_id = ${uuid(workspaceId)} and t.id = u.id offset 0) m`;
  const texts = await readWhole(db, { body: trainingText, selection: select(ids), again: select });
  return texts.map(({ body }) => body);
}
