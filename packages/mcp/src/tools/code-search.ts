import { frameRecalled, searchCode } from '@memory/core';
import { tool } from '../server/tool.ts';
import { symbolLine } from '../text/code-lines.ts';

/** code_search: symbols by a part of their name, a file pattern or a type. */
export const codeSearch = tool('code_search', async (services, workspace, input) => {
  const found = await searchCode(services, workspace, input);
  return {
    structured: found,
    text:
      found.count > 0
        ? frameRecalled('code_search', found.results.map(symbolLine))
        : 'No indexed symbol matches.',
  };
});
