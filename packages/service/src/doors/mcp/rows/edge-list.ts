import type { CodeEdges, UnresolvedCalls } from '@memory/contracts';
import { listOf } from './recalled.ts';
import { neighbourRow } from './symbol-row.ts';

/** The symbols at one end of a symbol's edges, how many were too many, and the calls that found no target. */
export function edgeList(
  { count, total, results, unresolved, pending }: CodeEdges,
  { offset, ifNone }: { offset: number; ifNone: string },
) {
  const list = listOf(results.map(neighbourRow), { ifNone: offset > 0 ? 'There are no more.' : ifNone });
  const hints = [
    pending ? 'Calls of files that were just indexed are still looked for: ask again in some seconds.' : '',
    'hint' in list ? list.hint : '',
    total > offset + count ? `There are ${total}; offset skips those already shown.` : '',
  ].filter(Boolean);
  return {
    ...list,
    ...(hints.length > 0 ? { hint: hints.join(' ') } : {}),
    ...(unresolved.calls > 0 ? { unresolved: unresolvedRow(unresolved) } : {}),
  };
}

const unresolvedRow = ({ calls, places }: UnresolvedCalls) => ({
  calls,
  places: places.map(
    (one) => `${one.file_path}:${one.line} ${one.symbol_name}${one.calls > 1 ? ` ×${one.calls}` : ''}`,
  ),
});
