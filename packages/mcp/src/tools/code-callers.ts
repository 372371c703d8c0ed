import { findCallers, frameRecalled } from '@memory/core';
import { tool } from '../server/tool.ts';
import { neighbourLine } from '../text/code-lines.ts';

/** code_callers: what needs a symbol, one step back. */
export const codeCallers = tool('code_callers', async (services, workspace, { symbol_id }) => {
  const edges = await findCallers(services, workspace, symbol_id);
  const more = edges.total > edges.count ? [`… and ${edges.total - edges.count} more.`] : [];
  return {
    structured: edges,
    text:
      edges.count > 0
        ? frameRecalled('code_callers', [...edges.results.map(neighbourLine), ...more])
        : 'Nothing indexed refers to this symbol.',
  };
});
