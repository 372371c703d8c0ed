import { narrativeOf } from '@memory/contracts/tools';
import type { Memory } from '@memory/contracts';
import {
  createRelationship,
  findNearDuplicates,
  findReplaceable,
  ServiceError,
  storeMemory,
  type Services,
  type TitledMemory,
} from '@memory/core';
import type { Workspace } from '@memory/db';
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
  const named = new Set(input.supersedes.map((ref) => ref.toLowerCase()));
  const isOpen = (other: Identified) => !named.has(refOf(other));
  const same = duplicates.similar.find((other) => isOpen(other) && saysTheSame(other, body));
  if (same && named.size > 0) return replaceBy(services, workspace, { same, supersedes: input.supersedes });
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
  'Stored. If it replaces one of these, call memory_store with the same text again and name that one in supersedes. That both hold, or neither, is said by contradiction_settle (profile additional).';

const saysTheSame = (other: Memory, body: Pick<Memory, 'title' | 'narrative' | 'memory_type'>): boolean =>
  other.title === body.title && other.narrative === body.narrative && other.memory_type === body.memory_type;

/** What was stored before and now names what it replaces becomes no second memory. */
async function replaceBy(
  services: Services,
  workspace: Workspace,
  { same, supersedes }: { same: Memory; supersedes: readonly string[] },
) {
  for (const target_id of new Set(supersedes))
    await createRelationship(services, workspace, {
      source_id: refOf(same),
      target_id,
      relationship_type: 'supersedes',
      context: null,
    }).catch((error: unknown) => {
      // Said before.
      if (!(error instanceof ServiceError && error.code === 'duplicate_manual_relationship')) throw error;
    });
  return {
    ...titleRow(same),
    date: dayOf(same.created_at),
    ...(same.source_session_id === null ? {} : { session_id: same.source_session_id }),
    replaces: [...supersedes],
    hint: 'This text was stored before: that memory now replaces what you name, and none was added.',
  };
}
