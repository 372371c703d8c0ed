import { narrativeOf } from '@memory/contracts/tools';
import {
  deleteMemory,
  getInsight,
  getMemory,
  recordFeedback,
  retractFeedback,
  spentTokens,
  storeMemory,
  updateMemory,
} from '@memory/core';
import { slowStatements } from '@memory/db';
import { TABLE_MODEL } from '@memory/text/table-model';
import { dayOf, givenFields, requireShort, titleRow } from '../rows/memory-rows.ts';
import { recalled } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

/** memory_store: keeps a memory; what says nearly the same, or may be replaced, is pointed out and never in its way. */
export const memoryStore = tool('memory_store', async (services, workspace, input) => {
  const { memory, isKnown, similar, replaceable } = await storeMemory(services, workspace, {
    title: input.title,
    narrative: narrativeOf(input),
    memory_type: input.memory_type,
    tags: input.tags,
    concepts: input.concepts,
    source_files: input.files,
    importance_score: input.importance,
    confidence_score: input.confidence,
    source_session_id: input.session_id ?? null,
    supersedes: input.supersedes,
    project: input.project_name ?? null,
    branch: input.branch_name ?? null,
    commit_id: input.commit ?? null,
    joins_session: input.session_id === undefined,
    wants_similar: true,
  });
  const stored = {
    ...titleRow(memory),
    date: dayOf(memory.created_at),
    session_id: memory.source_session_id ?? undefined,
    replaces: input.supersedes.length > 0 ? input.supersedes : undefined,
  };
  if (isKnown)
    return {
      ...stored,
      hint: 'This text was stored before: that memory now replaces what you name, and none was added.',
    };
  const isLost = input.session_id !== undefined && memory.source_session_id === null;
  const lost = isLost ? ` There is no session ${input.session_id}: it belongs to none.` : '';
  if (similar.length + replaceable.length === 0) return { ...stored, hint: `Stored.${lost}` };
  return recalled({
    ...stored,
    similar: similar.length > 0 ? similar.map(titleRow) : undefined,
    may_replace: replaceable.length > 0 ? replaceable.map(titleRow) : undefined,
    hint: HINT + lost,
  });
});

const HINT =
  'Stored. If it replaces one of these, call memory_store with the same text again and name that one in supersedes. That both hold, or neither, is said by contradiction_settle (profile additional).';

export const memoryRate = tool(
  'memory_rate',
  async (services, workspace, { ref, useful, context, retract }) => {
    const memory = retract
      ? await retractFeedback(services, workspace, { ref, useful })
      : await recordFeedback(services, workspace, {
          ref,
          useful,
          context: context ?? null,
          session_id: null,
        });
    return recalled({
      ...titleRow(memory),
      date: dayOf(memory.created_at),
      useful_count: memory.feedback_positive_count,
      not_useful_count: memory.feedback_negative_count,
    });
  },
);

export const memoryUpdate = tool('memory_update', async (services, workspace, { ref, ...change }) => {
  const before = await getMemory(services, workspace, { ref });
  if (change.content !== undefined) requireShort(before, 'PATCH it');
  const memory = await updateMemory(services, workspace, {
    ref,
    title: change.title,
    narrative: change.content,
    tags: change.tags,
    concepts: change.concepts,
    source_files: change.files,
    importance_score: change.importance,
    confidence_score: change.confidence,
  });
  const asked = change as Record<string, unknown>;
  const was = Object.fromEntries(
    Object.entries(givenFields(before)).filter(([name]) => asked[name] !== undefined),
  );
  return recalled({
    ...titleRow(memory),
    date: dayOf(memory.created_at),
    was,
    hint: 'Changed. To take it back, call memory_update with what stands in was.',
  });
});

export const memoryDelete = tool('memory_delete', async (services, workspace, { ref }) => {
  const memory = await getMemory(services, workspace, { ref });
  requireShort(memory, 'DELETE it');
  await deleteMemory(services, workspace, { ref });
  const { source_session_id: sessionId } = memory;
  return recalled({
    deleted: {
      ...givenFields(memory),
      memory_type: memory.memory_type,
      session_id: sessionId ?? undefined,
    },
    hint: 'Deleted. To bring it back, call memory_store with these; it gets a new identifier, and its relationships are gone.',
  });
});

/** workspace_insight: what the workspace holds, in numbers; beside it, what search by meaning runs on and what reads sessions. */
export const workspaceInsight = tool('workspace_insight', async (services, workspace) => {
  const [insight, spent] = await Promise.all([
    getInsight(services, workspace),
    spentTokens(services, workspace),
  ]);
  const embedding =
    spent === undefined
      ? undefined
      : `The ${spent} tokens that the workspace may have embedded in a day are spent: search finds newer memories by their words, and by meaning once they are embedded after midnight UTC.`;
  const search = searchBy(workspace.embeddingModel);
  return { ...insight, _meta: { search, embedding, sessions: SESSIONS, statements: slowest() } };
});

function slowest(): string | undefined {
  const slow = slowStatements.list().toSorted((a, b) => b.longestMs - a.longestMs);
  return (
    slow[0] &&
    `Kinds of slow statements: ${slow.length}, the slowest ${slow[0].longestMs} ms: ${slow[0].name}.`
  );
}

const SESSIONS =
  'Memories of sessions and their summaries are drawn by rules, whose phrases are English, German, French and Spanish; with TEXT_GENERATOR in any language.';

function searchBy(model: string | null): string {
  if (model === null) return 'words alone until the first memory has a vector';
  return model === TABLE_MODEL
    ? 'the built-in table of words in English, German, French, Spanish and Chinese'
    : model;
}
