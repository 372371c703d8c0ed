import { narrativeOf } from '@memory/contracts/tools';
import { findNearDuplicates, findReplaceable, storeMemory, type TitledMemory } from '@memory/core';
import { dayOf, titleRow } from '../rows/memory-row.ts';
import { recalled } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

/** memory_store: keeps a memory; what says nearly the same, or may be replaced, is pointed out and never in its way. */
export const memoryStore = tool('memory_store', async (services, workspace, input) => {
  const body = {
    title: input.title,
    narrative: narrativeOf(input),
    memory_type: input.memory_type,
    tags: input.tags,
    concepts: input.concepts,
    source_files: input.files,
    importance_score: input.importance,
    confidence_score: input.confidence,
    source_session_id: input.session_id ?? null,
  };
  const [duplicates, replaceable] = await Promise.all([
    findNearDuplicates(services, workspace, body),
    findReplaceable(services, workspace, body),
  ]);
  const memory = await storeMemory(services, workspace, {
    ...body,
    supersedes: input.supersedes,
    project: input.project_name ?? null,
    branch: input.branch_name ?? null,
    commit_id: input.commit ?? null,
    joins_session: input.session_id === undefined,
  });
  const stored = {
    ...titleRow(memory),
    date: dayOf(memory.created_at),
    ...(memory.source_session_id === null ? {} : { session_id: memory.source_session_id }),
    ...(input.supersedes.length > 0 ? { replaces: input.supersedes } : {}),
  };
  const named = new Set(input.supersedes.map((ref) => ref.toLowerCase()));
  const isOpen = (other: Identified) => !named.has(refOf(other));
  const similar = duplicates.similar.filter(isOpen);
  const older = [...replaceable, ...duplicates.replaceable].filter(
    (other) => isOpen(other) && !similar.some((alike) => refOf(alike) === refOf(other)),
  );
  const isLost = input.session_id !== undefined && memory.source_session_id === null;
  const lost = isLost ? ` There is no session ${input.session_id}: it belongs to none.` : '';
  if (similar.length + older.length === 0) return { ...stored, hint: `Stored.${lost}` };
  return recalled({
    ...stored,
    ...(similar.length > 0 ? { similar: similar.map(titleRow) } : {}),
    ...(older.length > 0 ? { may_replace: older.map(titleRow) } : {}),
    hint: HINT + lost,
  });
});

type Identified = Pick<TitledMemory, 'id' | 'memory_id'>;

const refOf = ({ id, memory_id }: Identified): string => memory_id ?? id ?? '';

const HINT =
  'Stored. If it replaces one of these, or only one of them holds, say so by contradiction_settle (profile additional), or over REST by POST /api/v1/contradictions/settle; another time name it in supersedes.';
