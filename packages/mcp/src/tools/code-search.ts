import { searchCode } from '@memory/core';
import { listOf } from '../rows/recalled.ts';
import { symbolRow } from '../rows/symbol-row.ts';
import { tool } from '../server/tool.ts';

/** code_search: symbols by a part of their name, a file pattern or a type. */
export const codeSearch = tool('code_search', async (services, workspace, input) => {
  const { results } = await searchCode(services, workspace, input);
  return listOf(results.map(symbolRow), { ifNone: 'No indexed symbol matches.' });
});
