import type { CodeEdges } from '@memory/contracts';
import { listOf } from './recalled.ts';
import { neighbourRow } from './symbol-row.ts';

/** The symbols at one end of a symbol's edges, and how many were too many. */
export function edgeList({ count, total, results }: CodeEdges, ifNone: string) {
  const list = listOf(results.map(neighbourRow), { ifNone });
  return total > count ? { ...list, hint: `${total - count} more are not shown.` } : list;
}
