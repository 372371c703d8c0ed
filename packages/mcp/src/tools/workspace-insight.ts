import { getInsight } from '@memory/core';
import { tool } from '../server/tool.ts';
import { countOf } from '../text/count-of.ts';

/** workspace_insight: what the workspace holds, in numbers. */
export const workspaceInsight = tool('workspace_insight', async (services, workspace) => {
  const insight = await getInsight(services, workspace);
  const memories = countOf(insight.total_memories, 'memory', 'memories');
  const waiting = countOf(insight.pending_observations, 'observation');
  return {
    structured: insight,
    text: `${memories}, ${countOf(insight.total_relationships, 'relationship')}, ${waiting} waiting.`,
  };
});
