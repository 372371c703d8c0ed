import { familyOf, TEST_PATH } from '@memory/code-graph';
import type { CodeEdges, CodeSurroundings, UnresolvedCalls, CodeCallPath } from '@memory/contracts';
import {
  readNeighbours,
  readUnresolvedCalls,
  type UnresolvedCallRow,
  type EdgeDirection,
  type NeighbourRow,
  type Workspace,
  findCallPath as findPath,
  findSymbols,
  type CodeSymbolRow,
} from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import type { Services } from '../services.ts';
import { presentNeighbour, presentSymbol, symbolNotFound } from './present-symbol.ts';

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

/** Symbols that need a symbol: its callers, subclasses and importers. @throws not_found */
export const findCallers = (services: Pick<Services, 'db'>, workspace: Workspace, asked: AskedEdges) =>
  findEdges(services, workspace, asked, 'incoming');

/** Symbols that a symbol needs: its callees, bases and imports. @throws not_found */
export const findCallees = (services: Pick<Services, 'db'>, workspace: Workspace, asked: AskedEdges) =>
  findEdges(services, workspace, asked, 'outgoing');

interface AskedEdges {
  symbolId: string;
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

/** Beyond this a chain says little, and most functions of a repository are within it. */
const BOUNDS = { depthMax: 12, symbolsMax: 20_000 };

/**
 * The shortest chain of calls from one symbol to another; each is named by its id or its name. A name stands for all that
 * have it.
 * @throws not_found
 */
export async function findCallPath(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  given: { from: string; to: string },
): Promise<CodeCallPath> {
  const [from, to] = await Promise.all([
    symbolsOf(db, workspace, given.from),
    symbolsOf(db, workspace, given.to),
  ]);
  const steps = await findPath(db, workspace.id, {
    from: from.map(({ id }) => id),
    to: to.map(({ id }) => id),
    ...BOUNDS,
  });
  return {
    from: from.map(presentSymbol),
    to: to.map(presentSymbol),
    steps: steps.map(({ symbol, call }) => ({
      ...presentSymbol(symbol),
      line: call?.line ?? null,
      found_by: call?.found_by ?? null,
      confidence: call?.confidence ?? null,
    })),
  };
}

/** All whose qualified names are or end so. */
async function symbolsOf(db: Services['db'], workspace: Workspace, given: string): Promise<CodeSymbolRow[]> {
  const name = given.trim();
  const named = isUuid(name) ? { id: name } : { name, path: null };
  const found = name === '' ? [] : await findSymbols(db, workspace.id, named);
  if (found.length === 0) throw await symbolNotFound(db, workspace, isUuid(name) ? { id: name } : { name });
  return found;
}
