import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, uuid, uuidArray } from '../sql-values.ts';

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

export interface ListTrainingTextsOptions {
  /** Id of the last text of the page before. */
  after: string | null;
  /** At most 500. */
  limit: number;
}

/** The random end of a UUIDv7: pages by it are even samples, the same at every call. */
const SAMPLE_ORDER = sql.raw(`right(m.id::text, 12)`);

/** Texts of a workspace's memories in an order that has nothing to do with their age. */
export async function listTrainingTexts(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit }: ListTrainingTextsOptions,
): Promise<{ id: string; text: TrainingText }[]> {
  const select = (place: SQL, from: SQL) =>
    sql`select m.id, ${place} place, null::json extra, ${trainingText.json} body from ${from}`;
  const texts = await readWhole(db, {
    body: trainingText,
    selection: select(
      sql`(row_number() over (order by ${SAMPLE_ORDER}, m.id))::int`,
      sql`memories m where m.workspace_id = ${uuid(workspaceId)}
        and (${nullable(after, 'text')} is null or
          (${SAMPLE_ORDER}, m.id) > (right(${nullable(after, 'text')}, 12), ${nullable(after, 'uuid')}))
        order by ${SAMPLE_ORDER}, m.id limit ${limit}::int`,
    ),
    again: (ids) =>
      select(
        sql`(row_number() over (order by u.place))::int`,
        sql`unnest(${uuidArray(ids)}) with ordinality u(id, place)
          join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = u.id`,
      ),
  });
  return texts.map(({ id, body }) => ({ id, text: body }));
}
