import { getInsight } from '@memory/core';
import { tool } from '../server/tool.ts';

/** workspace_insight: what the workspace holds, in numbers. */
export const workspaceInsight = tool('workspace_insight', (services, workspace) =>
  getInsight(services, workspace),
);
