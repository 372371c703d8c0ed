import { searchCode } from '@memory/core';
import { listOf, recalled } from '../rows/recalled.ts';
import { symbolRow } from '../rows/symbol-row.ts';
import { tool } from '../server/tool.ts';

/** code_search: symbols by a part of their name, a file pattern or a type. */
export const codeSearch = tool('code_search', async (services, workspace, input) => {
  const { results, nearest } = await searchCode(services, workspace, input);
  if (nearest.length === 0) return listOf(results.map(symbolRow), { ifNone: 'No indexed symbol matches.' });
  return recalled({
    count: 0,
    results: [],
    nearest: nearest.map(symbolRow),
    hint: 'No indexed symbol matches; these have the nearest names.',
  });
});
