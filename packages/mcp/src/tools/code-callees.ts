import { findCallees, frameRecalled } from '@memory/core';
import { tool } from '../server/tool.ts';
import { neighbourLine } from '../text/code-lines.ts';

/** code_callees: what a symbol needs, one step on. */
export const codeCallees = tool('code_callees', async (services, workspace, { symbol_id }) => {
  const edges = await findCallees(services, workspace, symbol_id);
  const more = edges.total > edges.count ? [`… and ${edges.total - edges.count} more.`] : [];
  return {
    structured: edges,
    text:
      edges.count > 0
        ? frameRecalled('code_callees', [...edges.results.map(neighbourLine), ...more])
        : 'This symbol refers to nothing that is indexed.',
  };
});
