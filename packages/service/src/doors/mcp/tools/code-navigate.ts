import { navigateCode } from '@memory/core';
import { recalled } from '../rows/recalled.ts';
import { neighbourRow, symbolRow } from '../rows/symbol-row.ts';
import { tool } from '../server/tool.ts';

/** code_navigate: the symbols one step away, in both directions. */
export const codeNavigate = tool('code_navigate', async (services, workspace, { symbol_id }) => {
  const { symbol, callers, callees, contained_in, contains } = await navigateCode(
    services,
    workspace,
    symbol_id,
  );
  return recalled({
    symbol: symbolRow(symbol),
    callers: callers.map(neighbourRow),
    callees: callees.map(neighbourRow),
    ...(contained_in ? { contained_in: symbolRow(contained_in) } : {}),
    contains: contains.map(symbolRow),
  });
});
