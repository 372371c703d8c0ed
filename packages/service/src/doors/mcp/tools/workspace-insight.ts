import { getInsight } from '@memory/core';
import { TABLE_MODEL } from '@memory/text/embedding-table';
import { tool } from '../server/tool.ts';

/** workspace_insight: what the workspace holds, in numbers; beside it, what search by meaning runs on and what reads sessions. */
export const workspaceInsight = tool('workspace_insight', async (services, workspace) => ({
  ...(await getInsight(services, workspace)),
  _meta: { search: searchBy(workspace.embeddingModel), sessions: SESSIONS },
}));

const SESSIONS =
  'Memories of sessions and their summaries are drawn by rules, whose phrases are English; with TEXT_GENERATOR in any language.';

function searchBy(model: string | null): string {
  if (model === null) return 'words alone until the first memory has a vector';
  return model === TABLE_MODEL
    ? 'the built-in table of words in English, German, French, Spanish and Chinese'
    : model;
}
