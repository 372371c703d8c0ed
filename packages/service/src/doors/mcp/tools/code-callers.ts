import { findCallers } from '@memory/core';
import { edgeList } from '../rows/edge-list.ts';
import { tool } from '../server/tool.ts';

/** code_callers: what needs a symbol, one step back. */
export const codeCallers = tool('code_callers', async (services, workspace, { symbol_id, offset }) =>
  edgeList(await findCallers(services, workspace, { symbolId: symbol_id, offset }), {
    offset,
    ifNone:
      'Nothing indexed refers to this symbol for certain. Calls through callbacks are not seen, and those on values of unknown type count as unresolved: this alone does not show that it is unused.',
  }),
);
