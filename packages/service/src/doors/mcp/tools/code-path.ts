import type { CodeSymbolRecord } from '@memory/contracts';
import { findCallPath } from '@memory/core';
import { recalled } from '../rows/recalled.ts';
import { symbolRow } from '../rows/symbol-row.ts';
import { tool } from '../server/tool.ts';

const namesOf = ([first, ...others]: readonly CodeSymbolRecord[]): string =>
  `${first?.qualified_name ?? ''}${others.length > 0 ? ` (and ${others.length} more of that name)` : ''}`;

/** code_path: how one symbol comes to call another. */
export const codePath = tool('code_path', async (services, workspace, given) => {
  const { from, to, steps } = await findCallPath(services, workspace, given);
  const rows = steps.map(({ line, found_by, confidence, ...symbol }) => ({
    ...symbolRow(symbol),
    ...(line !== null && { line }),
    ...(found_by !== null && { found_by }),
    ...(confidence !== null && { confidence }),
  }));
  const answer = { count: rows.length, results: rows };
  if (rows.length > 0) return recalled(answer);
  return {
    ...answer,
    hint: `No chain of calls leads from ${namesOf(from)} to ${namesOf(to)} for certain. Calls on values of unknown type and through callbacks are not seen; code_callers of each step tells how many such there are.`,
  };
});
