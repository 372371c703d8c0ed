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
import { analyze, type Language } from '@memory/text';
import { isUuid } from '../memories/memory-ref.ts';
import { presentMemory } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { presentSymbol, symbolNotFound } from './present-symbol.ts';

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

/** A path of fewer parts is everybody's: `index.ts` says nothing about which. */
const PARTS_MIN = 2;

/**
 * The ways in which a memory may write a symbol's file: as indexed, below the repository's name, and from any folder
 * between, since a session may have run in a part of the repository.
 */
function filesOf({ path, repository }: Pick<CodeSymbolRow, 'path' | 'repository'>): string[] {
  const parts = path.split('/');
  const ends = parts.map((_, start) => parts.slice(start).join('/'));
  const specific = ends.filter((_, start) => start === 0 || parts.length - start >= PARTS_MIN);
  return [...specific, `${repository}/${path}`];
}

/**
 * A tsquery for texts that name a symbol: an identifier of several words stands for itself, a single word only beside the
 * class or file it belongs to. Null when there is nothing to go by.
 */
function nameQuery(
  { name, class_name, path, kind }: Pick<CodeSymbolRow, 'name' | 'class_name' | 'path' | 'kind'>,
  language: Language,
): string | null {
  const whole = wholeLexeme(name, language);
  if (!whole) return null;
  if (whole.joined) return `'${whole.lexeme}'`;
  const file =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/u, '') ?? '';
  const owner = class_name ?? (kind === 'module' ? (path.split('/').at(-2) ?? '') : file);
  const context = wholeLexeme(owner, language);
  return context && context.lexeme !== whole.lexeme ? `'${whole.lexeme}' & '${context.lexeme}'` : null;
}

/** The lexeme of a whole identifier, which is the last one that its analysis gives. */
const wholeLexeme = (identifier: string, language: Language) => analyze(identifier, language).at(-1);

/** The ways in which people write a name as a concept: `RetryPolicy`, `retry-policy`, `retry policy`, … */
function conceptsOf({ name, qualified_name }: Pick<CodeSymbolRow, 'name' | 'qualified_name'>): string[] {
  const words = name
    .split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .filter(Boolean);
  const lower = words.map((word) => word.toLowerCase());
  return [
    ...new Set([
      name,
      name.toLowerCase(),
      qualified_name,
      ...['-', '_', ' '].map((joint) => lower.join(joint)),
    ]),
  ];
}
