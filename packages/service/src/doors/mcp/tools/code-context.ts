import { asTheyStand, getCodeContext } from '@memory/core';
import { recalled } from '../rows/recalled.ts';
import { rowsWithPassages } from '../rows/passages.ts';
import { chainRow, symbolRow } from '../rows/symbol-row.ts';
import { tool } from '../server/tool.ts';

const PASSAGES = 2_400;

/** code_context: a symbol with its call chain and the memories about it. */
export const codeContext = tool('code_context', async (services, workspace, input) => {
  const context = await getCodeContext(services, workspace, input);
  const { symbol, alternatives, call_chain: chain, memories } = context;
  if (!symbol)
    return {
      graph_empty: context.graph_empty,
      hint: 'No code is indexed in this workspace. `workspace-memory index` indexes a working tree.',
    };
  const found = await asTheyStand(
    services,
    workspace,
    memories.map(({ memory }) => memory),
  );
  const rows = rowsWithPassages(workspace, found, { query: symbol.qualified_name, budget: PASSAGES });
  const linksOf = new Map(memories.map(({ memory, links }) => [memory.id, links]));
  const links = [...chain.callers, ...chain.callees];
  const row = chainRow(new Map(links.map((link) => [link.symbol_id, link.qualified_name])));
  return recalled({
    graph_empty: false,
    symbol: symbolRow(symbol),
    alternatives: alternatives.map(symbolRow),
    callers: chain.callers.map(row),
    callees: chain.callees.map(row),
    memories: rows.map((row, place) => ({ ...row, links: linksOf.get(found[place]?.memory.id ?? '') })),
  });
});
