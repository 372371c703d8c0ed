import type { CodeSymbolRecord } from '@memory/contracts';
import {
  asTheyStand,
  findCallees,
  findCallers,
  findCallPath,
  getCodeContext,
  navigateCode,
  searchCode,
} from '@memory/core';
import { chainRow, edgeList, neighbourRow, symbolRow } from '../rows/code-rows.ts';
import { rowsWithPassages } from '../rows/memory-rows.ts';
import { listOf, recalled } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

const REPOSITORIES_SHOWN = 20;

export const codeSearch = tool('code_search', async (services, workspace, input) => {
  const { results, hasMore, nearest, repositories } = await searchCode(services, workspace, input);
  if (nearest.length > 0)
    return recalled({
      count: 0,
      results: [],
      nearest: nearest.map(symbolRow),
      hint: 'No indexed symbol matches; these are nearest by name or by words.',
    });
  const list = listOf(results.map(symbolRow), {
    ifNone: input.offset > 0 ? 'There are no more.' : nothingIn(input.repository, repositories),
  });
  return hasMore ? { ...list, hint: 'More match: narrow the search, or skip these by offset.' } : list;
});

function nothingIn(asked: string | undefined, repositories: readonly string[]): string {
  if (repositories.length === 0) return 'No indexed symbol matches.';
  const more = repositories.length - REPOSITORIES_SHOWN;
  const names = repositories.slice(0, REPOSITORIES_SHOWN).join(', ');
  return `No repository ${asked} is indexed. There are ${names}${more > 0 ? ` and ${more} more` : ''}.`;
}

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

export const codeCallers = tool('code_callers', async (services, workspace, { symbol_id, offset }) =>
  edgeList(await findCallers(services, workspace, { symbolId: symbol_id, offset }), {
    offset,
    ifNone:
      'Nothing indexed refers to this symbol for certain. Calls through callbacks are not seen, and those on values of unknown type count as unresolved: this alone does not show that it is unused.',
  }),
);

export const codeCallees = tool('code_callees', async (services, workspace, { symbol_id, offset }) =>
  edgeList(await findCallees(services, workspace, { symbolId: symbol_id, offset }), {
    offset,
    ifNone: 'This symbol refers to nothing that is indexed.',
  }),
);

const PASSAGES = 2_400;

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

const namesOf = ([first, ...others]: readonly CodeSymbolRecord[]): string =>
  `${first?.qualified_name ?? ''}${others.length > 0 ? ` (and ${others.length} more of that name)` : ''}`;

export const codePath = tool('code_path', async (services, workspace, given) => {
  const { from, to, steps } = await findCallPath(services, workspace, given);
  const rows = steps.map(({ line, found_by, confidence, ...symbol }) => ({
    ...symbolRow(symbol),
    line: line ?? undefined,
    found_by: found_by ?? undefined,
    confidence: confidence ?? undefined,
  }));
  const answer = { count: rows.length, results: rows };
  if (rows.length > 0) return recalled(answer);
  return {
    ...answer,
    hint: `No chain of calls leads from ${namesOf(from)} to ${namesOf(to)} for certain. Calls on values of unknown type and through callbacks are not seen; code_callers of each step tells how many such there are.`,
  };
});
