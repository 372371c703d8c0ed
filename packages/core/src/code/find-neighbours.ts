import { familyOf, TEST_PATH } from '@memory/code-graph';
import type { CodeEdges, CodeSurroundings, UnresolvedCalls } from '@memory/contracts';
import {
  readNeighbours,
  readUnresolvedCalls,
  type UnresolvedCallRow,
  type EdgeDirection,
  type NeighbourRow,
  type Workspace,
} from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import type { Services } from '../services.ts';
import { presentNeighbour, presentSymbol } from './present-symbol.ts';
import { symbolNotFound } from './symbol-not-found.ts';

const EDGES_MAX = 120;
/** Enough to see what kind of calls they are. */
const UNRESOLVED_SHOWN = 10;

/** The symbols one step away from a symbol, in both directions. @throws not_found */
export async function navigateCode(
  services: Pick<Services, 'db'>,
  workspace: Workspace,
  symbolId: string,
): Promise<CodeSurroundings> {
  const { symbol, neighbours } = await neighboursOf(services, workspace, {
    symbolId,
    directions: ['incoming', 'outgoing'],
    offset: 0,
  });
  const select = (direction: EdgeDirection, contains: boolean) =>
    neighbours
      .filter((row) => row.direction === direction && (row.relation === 'contains') === contains)
      .map(presentNeighbour);
  return {
    symbol: presentSymbol(symbol),
    callers: select('incoming', false),
    callees: select('outgoing', false),
    contained_in: select('incoming', true)[0] ?? null,
    contains: select('outgoing', true),
  };
}

/** What needs a symbol: its callers, subclasses and importers. @throws not_found */
export const findCallers = (services: Pick<Services, 'db'>, workspace: Workspace, asked: AskedEdges) =>
  findEdges(services, workspace, asked, 'incoming');

/** What a symbol needs: what it calls, its bases and imports. @throws not_found */
export const findCallees = (services: Pick<Services, 'db'>, workspace: Workspace, asked: AskedEdges) =>
  findEdges(services, workspace, asked, 'outgoing');

interface AskedEdges {
  symbolId: string;
  /** Edges to skip. */
  offset: number;
}

async function findEdges(
  services: Pick<Services, 'db'>,
  workspace: Workspace,
  { symbolId, offset }: AskedEdges,
  direction: EdgeDirection,
): Promise<CodeEdges> {
  const [{ symbol, neighbours }, unresolved] = await Promise.all([
    neighboursOf(services, workspace, { symbolId, directions: [direction], offset }),
    isUuid(symbolId)
      ? readUnresolvedCalls(services.db, workspace.id, { id: symbolId, direction, last: TEST_PATH })
      : [],
  ]);
  const results = neighbours.filter(({ relation }) => relation !== 'contains').map(presentNeighbour);
  return {
    count: results.length,
    total: neighbours[0]?.total ?? 0,
    results,
    unresolved: presentUnresolved(unresolved),
    pending: symbol.is_pending,
  };
}

/** Those of languages that can refer to each other; calls of a Python `save` are none of the `save` of Java. */
function presentUnresolved(rows: readonly UnresolvedCallRow[]): UnresolvedCalls {
  const kin = rows.filter(({ language, ownLanguage }) => familyOf(language) === familyOf(ownLanguage));
  const totals = new Map(kin.map(({ language, total }) => [language, total]));
  const places = kin.map(({ name, path, line, count }) => ({
    symbol_name: name,
    file_path: path,
    line,
    calls: count,
  }));
  return {
    calls: [...totals.values()].reduce((sum, one) => sum + one, 0),
    places: places.slice(0, UNRESOLVED_SHOWN),
  };
}

async function neighboursOf(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { symbolId, directions, offset }: AskedEdges & { directions: readonly EdgeDirection[] },
): Promise<{ symbol: Parameters<typeof presentSymbol>[0]; neighbours: NeighbourRow[] }> {
  const found = isUuid(symbolId)
    ? await readNeighbours(db, workspace.id, {
        id: symbolId,
        directions,
        limit: EDGES_MAX,
        offset,
        callersLast: TEST_PATH,
      })
    : undefined;
  if (!found) throw await symbolNotFound(db, workspace, { id: symbolId });
  return found;
}
