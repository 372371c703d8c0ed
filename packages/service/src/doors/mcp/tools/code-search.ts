import { searchCode } from '@memory/core';
import { listOf, recalled } from '../rows/recalled.ts';
import { symbolRow } from '../rows/symbol-row.ts';
import { tool } from '../server/tool.ts';

const REPOSITORIES_SHOWN = 20;

/** code_search: symbols by a part of their name, a file pattern or a type. */
export const codeSearch = tool('code_search', async (services, workspace, input) => {
  const { results, hasMore, nearest, repositories } = await searchCode(services, workspace, input);
  if (nearest.length > 0)
    return recalled({
      count: 0,
      results: [],
      nearest: nearest.map(symbolRow),
      hint: 'No indexed symbol matches; these have the nearest names.',
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
