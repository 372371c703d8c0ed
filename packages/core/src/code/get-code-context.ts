import { TEST_PATH } from '@memory/code-graph';
import { codePointCount, LIMITS, type CodeChainLink, type CodeContext } from '@memory/contracts';
import {
  findSymbols,
  hasSymbols,
  listLinkedMemories,
  readCallChain,
  type ChainRow,
  type CodeSymbolRow,
  type Workspace,
} from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import { presentMemory } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { conceptsOf, filesOf, nameQuery } from './memory-links.ts';
import { presentSymbol } from './present-symbol.ts';
import { symbolNotFound } from './symbol-not-found.ts';

const CHAIN = { depthMax: 3, symbolsMax: 40, fanOutMax: 10, callersLast: TEST_PATH };
const MEMORIES_MAX = 20;
const RELATED_FILES_MAX = 20;

export interface CodeContextInput {
  symbol_id?: string | undefined;
  /** May be qualified, as in `Store.save`. */
  symbol_name?: string | undefined;
  /** A whole path or the end of one; narrows the name. */
  file_path?: string | undefined;
}

/**
 * A symbol with what calls it and what it calls, and what the team remembers of it.
 * @throws not_found for a symbol that is not indexed, validation_failed when none is named
 */
export async function getCodeContext(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  input: CodeContextInput,
): Promise<CodeContext> {
  const [symbol, ...others] = await symbolsNamed(db, workspace, input);
  if (!symbol) {
    if (!(await hasSymbols(db, workspace.id))) return emptyGraph();
    throw await notFound(db, workspace, input);
  }
  const chain = await readCallChain(db, workspace.id, { id: symbol.id, ...CHAIN });
  const memories = await listLinkedMemories(db, workspace.id, {
    files: filesOf(symbol),
    relatedFiles: relatedFiles(symbol, chain),
    name: nameQuery(symbol, workspace.language),
    concepts: conceptsOf(symbol),
    limit: MEMORIES_MAX,
  });
  const links = (direction: ChainRow['direction']) =>
    chain.filter((row) => row.direction === direction).map(presentLink);
  return {
    graph_empty: false,
    symbol: presentSymbol(symbol),
    alternatives: others.map(presentSymbol),
    call_chain: { callers: links('incoming'), callees: links('outgoing') },
    memories: memories.map(({ memory, links }) => ({
      memory: presentMemory(memory, settings.memoryIdForm),
      links,
    })),
  };
}

async function symbolsNamed(
  db: Services['db'],
  workspace: Workspace,
  { symbol_id: id, symbol_name: name, file_path: path }: CodeContextInput,
): Promise<CodeSymbolRow[]> {
  if (id !== undefined) return isUuid(id) ? findSymbols(db, workspace.id, { id }) : [];
  if (name === undefined || name.trim() === '' || codePointCount(name) > LIMITS.queryLength) return [];
  return findSymbols(db, workspace.id, {
    name: name.trim(),
    path: path?.replace(/^(?:\.?\/)+/u, '') || null,
  });
}

async function notFound(
  db: Services['db'],
  workspace: Workspace,
  { symbol_id: id, symbol_name: name, file_path: path }: CodeContextInput,
): Promise<ServiceError> {
  if (id !== undefined) return symbolNotFound(db, workspace, { id });
  if (name !== undefined) return symbolNotFound(db, workspace, { name, path });
  const msg = 'Name the symbol by symbol_id or symbol_name';
  return new ServiceError('validation_failed', msg, {
    issues: [{ loc: ['body', 'symbol_id'], msg, type: 'missing' }],
  });
}

const emptyGraph = (): CodeContext => ({
  graph_empty: true,
  symbol: null,
  alternatives: [],
  call_chain: { callers: [], callees: [] },
  memories: [],
});

function relatedFiles(symbol: CodeSymbolRow, chain: readonly ChainRow[]): string[] {
  const others = chain.map((row) => row.symbol).filter(({ path }) => path !== symbol.path);
  const byPath = new Map(others.map((other) => [`${other.repository}/${other.path}`, other]));
  return [...byPath.values()].slice(0, RELATED_FILES_MAX).flatMap(filesOf);
}

function presentLink({ symbol, depth, via, confidence, line }: ChainRow): CodeChainLink {
  return { ...presentSymbol(symbol), depth, via, confidence, line };
}
