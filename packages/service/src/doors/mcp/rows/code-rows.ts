import type {
  CodeChainLink,
  CodeEdges,
  CodeNeighbour,
  CodeSymbolRecord,
  UnresolvedCalls,
} from '@memory/contracts';
import type { SymbolRow } from '@memory/contracts/tools';
import { listOf } from './recalled.ts';

/** Characters of a doc comment: its first sentences say what a symbol is for. */
const DOC_SHOWN = 200;

export function symbolRow(symbol: CodeSymbolRecord): SymbolRow {
  const { symbol_id, qualified_name, symbol_type, repository, file_path, start_line, end_line } = symbol;
  const { signature, doc } = symbol;
  return {
    symbol_id,
    symbol_name: qualified_name,
    symbol_type,
    place: `${repository}: ${file_path}:${start_line}-${end_line}`,
    // A file's signature is its path.
    ...(signature === file_path ? {} : { signature }),
    ...(doc ? { doc: doc.length > DOC_SHOWN ? `${doc.slice(0, DOC_SHOWN)} …` : doc } : {}),
  };
}

export const neighbourRow = (neighbour: CodeNeighbour): SymbolRow => ({
  ...symbolRow(neighbour),
  relation: neighbour.relation,
  line: neighbour.line,
  ...(neighbour.lines.length > 1 && { lines: neighbour.lines }),
  confidence: neighbour.confidence,
  ...(neighbour.found_by && { found_by: neighbour.found_by }),
});

/** `nameOf` says by what symbol one beyond the first step is reached. */
export const chainRow =
  (nameOf: ReadonlyMap<string, string>) =>
  (link: CodeChainLink): SymbolRow => ({
    ...symbolRow(link),
    depth: link.depth,
    ...(link.depth > 1 && { via: nameOf.get(link.via) }),
    line: link.line,
    confidence: link.confidence,
  });

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
