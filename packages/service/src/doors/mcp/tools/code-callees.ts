import { findCallees } from '@memory/core';
import { edgeList } from '../rows/edge-list.ts';
import { tool } from '../server/tool.ts';

/** code_callees: what a symbol needs, one step on. */
export const codeCallees = tool('code_callees', async (services, workspace, { symbol_id, offset }) =>
  edgeList(await findCallees(services, workspace, { symbolId: symbol_id, offset }), {
    offset,
    ifNone: 'This symbol refers to nothing that is indexed.',
  }),
);
