import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readMemories, type MemoryRow } from '../memories/memory-row.ts';
import { isWithdrawn } from '../relationships/holds-no-more.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSameProject, projectOfMemory } from '../same-project.ts';
import { nullable, uuid } from '../sql-values.ts';
import { evidenceParts, evidenceRow, readEvidence, type Evidence, type EvidenceOptions } from './evidence.ts';
import type { rank, RankedPage, SearchMemoriesOptions } from './ranked-memory.ts';
import { rankMemories } from './search-memories.ts';
import { joinMemory } from './semantic-expressions.ts';

export interface RecallCandidate {
  memory: MemoryRow;
  rank: RowOf<typeof rank>;
  /** Null where nothing is judged. */
  evidence: Evidence | null;
  /** Whether it is of another project than the caller's; false where either is unknown. */
  isForeign: boolean;
  isReplaced: boolean;
  /** Somebody said that it does not hold. */
  isWithdrawn: boolean;
  /** Somebody said that it did not help with this very question. */
  isRejected: boolean;
  /** How the code that it is about stands to it; null where it is about none. */
  codeVerdict: string | null;
}

export interface SearchForRecallOptions extends SearchMemoriesOptions {
  /** Options by which relevance is judged; null when nothing is judged. */
  judged: EvidenceOptions | null;
  /** That the caller works in. */
  project: string | undefined;
  question: string;
}

export async function searchForRecall(
  db: Database,
  workspaceId: WorkspaceId,
  { judged, project, question, ...options }: SearchForRecallOptions,
): Promise<RecallCandidate[]> {
  const workspace = uuid(workspaceId);
  const evidence = judged && evidenceParts(db, workspaceId, judged);
  const candidate = row({
    rank: col.json<RowOf<typeof rank>>()`page.extra`,
    evidence: evidence ? col.json<RowOf<typeof evidenceRow>>().orNull`${evidenceRow.json}` : NOTHING,
    foreign:
      project === undefined
        ? FALSE
        : col.bool`coalesce(not ${isSameProject(sql`p.project`, sql`g.project`)}, false)`,
    replaced: col.bool`exists (
      select from relationships r where r.workspace_id = ${workspace} and r.target_id = m.id
        and r.relationship_type = 'supersedes')`,
    withdrawn: col.bool`${isWithdrawn(workspace, sql`m.id`)} or coalesce(k.verdict = 'obsolete', false)`,
    rejected: col.bool`exists (
      select from feedback f where f.workspace_id = ${workspace} and f.memory_id = m.id and not f.useful
        and position(g.question in lower(f.context)) > 0)`,
    code: col.text.orNull`k.verdict`,
  });
  const read = (from: Database, { expressions, picked, plannedOnce = false }: RankedPage) =>
    readMemories(from, workspaceId, {
      extra: candidate,
      plannedOnce,
      expressions: sql`${expressions}, page as materialized (${picked})
        ${evidence ? sql`, ${evidence.expressions}` : sql``}`,
      picked: sql`select page.id, page.place, ${candidate.json} extra from page ${joinMemory(workspaceId, sql`page.id`)}
        left join memory_grounds k on k.workspace_id = m.workspace_id and k.memory_id = m.id
        cross join (select ${nullable(project ?? null, 'text')} project,
          nullif(lower(btrim(${question}::text)), '') question) g
        cross join lateral (select ${project === undefined ? sql`null::text` : projectOfMemory} project) p
        ${evidence?.joins ?? sql``}`,
    });
  const found = await rankMemories(read, db, workspaceId, options);
  return found.map(({ memory, extra }) => ({
    memory,
    rank: extra.rank,
    evidence: extra.evidence && readEvidence(extra.evidence.numbers),
    isForeign: extra.foreign,
    isReplaced: extra.replaced,
    isWithdrawn: extra.withdrawn,
    isRejected: extra.rejected,
    codeVerdict: extra.code,
  }));
}

const NOTHING = col.json<RowOf<typeof evidenceRow>>().orNull`null::json`;
const FALSE = col.bool`false`;
