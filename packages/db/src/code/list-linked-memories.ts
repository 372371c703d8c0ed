import { sql, type SQL } from 'drizzle-orm';
import type { CodeMemoryLink } from '@memory/contracts';
import type { Database, WorkspaceId } from '../database.ts';
import { type MemoryRow, readMemories } from '../memories/memory-row.ts';
import { col } from '../row.ts';
import { nullable, textArray, uuid } from '../sql-values.ts';

interface LinkedMemoriesOptions {
  files: readonly string[];
  relatedFiles: readonly string[];
  /** A tsquery that its name matches; null when the name alone says too little. */
  name: string | null;
  concepts: readonly string[];
  limit: number;
}

/** The most important ones a link are looked at. */
const CANDIDATES = 100;

const LINKS = col.json<CodeMemoryLink[]>()`json_agg(l.link order by l.weight desc)`;

export async function listLinkedMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { files, relatedFiles, name, concepts, limit }: LinkedMemoriesOptions,
): Promise<{ memory: MemoryRow; links: CodeMemoryLink[] }[]> {
  const linked = (link: CodeMemoryLink, weight: number, condition: SQL) => sql`(
      select m.id, ${link}::text link, ${weight}::float8 weight from memories m
      where m.workspace_id = ${uuid(workspaceId)} and ${condition}
      order by m.importance_score desc, m.created_at desc limit ${CANDIDATES}::int)`;
  const order = sql`sum(weight) + 0.1 * m.importance_score desc, m.created_at desc, m.id`;
  const read = await readMemories(db, workspaceId, {
    extra: LINKS,
    expressions: sql`linked as materialized (
        ${linked('file', 1, sql`m.source_files && ${textArray(files)}`)}
        union all ${linked('name', 0.8, sql`m.search_text @@ ${nullable(name, 'tsquery')}`)}
        union all ${linked('concept', 0.6, sql`m.concepts && ${textArray(concepts)}`)}
        union all ${linked('related_file', 0.3, sql`m.source_files && ${textArray(relatedFiles)}`)})`,
    picked: sql`select m.id, (row_number() over (order by ${order}))::int place,
        ${LINKS.json} extra
      from linked l join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = l.id
      group by m.workspace_id, m.id order by ${order} limit ${limit}::int`,
  });
  return read.map(({ memory, extra }) => ({ memory, links: extra }));
}
