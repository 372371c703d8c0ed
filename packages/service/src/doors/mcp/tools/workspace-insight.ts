import { getInsight, lexicalVersionOf } from '@memory/core';
import { tool } from '../server/tool.ts';

/** workspace_insight: what the workspace holds, in numbers; beside it, what search by meaning runs on and what reads sessions. */
export const workspaceInsight = tool('workspace_insight', async (services, workspace) => ({
  ...(await getInsight(services, workspace)),
  _meta: { search: searchBy(workspace.embeddingModel), sessions: SESSIONS },
}));

const SESSIONS =
  'Memories of sessions and their summaries are drawn by rules, whose phrases are English; with TEXT_GENERATOR in any language.';

const BETTER = 'EMBEDDER=ollama or another one finds other wordings and languages.';

function searchBy(model: string | null): string {
  if (model === null) return 'words alone until the first memory has a vector';
  return lexicalVersionOf(model) === undefined ? model : `the built-in embedder; ${BETTER}`;
}
