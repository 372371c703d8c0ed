import { getInsight, lexicalVersionOf } from '@memory/core';
import { tool } from '../server/tool.ts';

/** workspace_insight: what the workspace holds, in numbers. */
export const workspaceInsight = tool('workspace_insight', async (services, workspace) => {
  const insight = await getInsight(services, workspace);
  const { embeddingModel: model } = workspace;
  if (model === null) return { ...insight, hint: BY_WORDS };
  return lexicalVersionOf(model) === undefined ? insight : { ...insight, hint: BUILT_IN };
});

const BETTER =
  'EMBEDDER=ollama or another one finds other wordings and languages (README, “Better search by meaning”).';
const BUILT_IN = `Search runs on the built-in embedder, which learns from this workspace alone. ${BETTER}`;
const BY_WORDS = `Search runs on words alone so far. ${BETTER}`;
