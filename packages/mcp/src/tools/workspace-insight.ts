import { getInsight, lexicalVersionOf } from '@memory/core';
import { tool } from '../server/tool.ts';

/** workspace_insight: what the workspace holds, in numbers; beside it, what search by meaning runs on. */
export const workspaceInsight = tool('workspace_insight', async (services, workspace) => ({
  ...(await getInsight(services, workspace)),
  _meta: { search: searchBy(workspace.embeddingModel) },
}));

const BETTER = 'EMBEDDER=ollama or another one finds other wordings and languages.';

function searchBy(model: string | null): string {
  if (model === null) return 'words alone until the first memory has a vector';
  return lexicalVersionOf(model) === undefined ? model : `the built-in embedder; ${BETTER}`;
}
