import type { CodeFileInput, StoreCodeFilesBody, StoreCodeFilesReply } from '@memory/contracts';
import {
  listCodeRepositories,
  storeCodeFiles as storeCodeFileRows,
  type NewCodeFile,
  type NewCodeSymbol,
  type Workspace,
} from '@memory/db';
import { analyze, type Language } from '@memory/text';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { codeRepositoryId, codeSymbolId } from './present-symbol.ts';
import { writeSource } from './code-source.ts';

type CodeSymbolInput = CodeFileInput['symbols'][number];

/** Resolution holds the outline of a whole repository in memory: about 600 bytes a symbol. */
const SYMBOLS_MAX = 500_000;

/** Files of a large tree arrive in many batches: edges are resolved once when no more come. */
const RESOLVE_DELAY_SECONDS = 2;
/** After a batch of so many symbols another follows, as a rule, and before it a parser may take seconds for a generated file. */
const FULL = { symbols: 500, delaySeconds: 8 };

/**
 * Keeps a batch of source files as the indexer read them, and forgets those that are gone; edges follow as a job. A batch
 * may come again: files that did not change are passed over. Of several files with one path the last counts.
 * @throws payload_too_large when the repository holds too many symbols already, validation_failed for another origin
 */
export async function storeCodeFiles(
  { db, jobs, clock }: Pick<Services, 'db' | 'jobs' | 'clock'>,
  workspace: Workspace,
  { repository: name, origin, head, files: given, deleted }: StoreCodeFilesBody,
): Promise<StoreCodeFilesReply> {
  const repository = { id: codeRepositoryId(workspace, name), name, origin };
  const files = [...new Map(given.map((file) => [file.path, file])).values()];
  const paths = new Set(files.map(({ path }) => path));
  const rows = files.map((file) => fileRow(repository.id, workspace, file));
  const symbols = files.flatMap((file) =>
    file.symbols.map((symbol) => symbolRow(repository.id, file, symbol)),
  );
  const written = await storeCodeFileRows(db, workspace.id, {
    repository,
    head,
    files: rows,
    symbols: [...new Map(symbols.map((symbol) => [symbol.id, symbol])).values()],
    deleted: deleted.filter((path) => !paths.has(path)),
    symbolsMax: SYMBOLS_MAX,
    at: clock(),
  });
  if (!written) {
    const [stored] = await listCodeRepositories(db, workspace.id, { name });
    if (origin !== null && stored?.origin && stored.origin !== origin) throw otherOrigin(name, stored.origin);
    throw new ServiceError(
      'payload_too_large',
      `Repository ${name} has more than ${SYMBOLS_MAX} symbols; index its parts under names of their own.`,
    );
  }
  const { revision, ...counts } = written;
  const delaySeconds = symbols.length < FULL.symbols ? RESOLVE_DELAY_SECONDS : FULL.delaySeconds;
  await jobs.enqueueLater(delaySeconds, 'resolveCodeGraph', {
    workspaceId: workspace.id,
    repositoryId: repository.id,
    revision,
  });
  return { repository: name, ...counts, unchanged: files.length - counts.stored };
}

function otherOrigin(name: string, origin: string): ServiceError {
  const msg = `Repository ${name} comes from ${origin}; give this one another name`;
  return new ServiceError('validation_failed', msg, {
    issues: [{ loc: ['body', 'origin'], msg, type: 'value_error' }],
  });
}

function fileRow(repositoryId: string, workspace: Workspace, file: CodeFileInput): NewCodeFile {
  const { symbols, references: _, local_calls: _calls, ...kept } = file;
  const { outline, calls, outlineDigest } = writeSource(file);
  return {
    ...kept,
    id: codeSymbolId(repositoryId, file.path),
    symbol_count: symbols.length,
    words: wordsOf(symbols, workspace.language),
    outline,
    calls,
    outline_digest: outlineDigest,
  };
}

/** Lexemes of the names: what a query is compared with. */
function wordsOf(symbols: readonly { name: string }[], language: Language): string[] {
  const names = new Set(symbols.map(({ name }) => name));
  const lexemes = [...names].flatMap((name) => analyze(name, language).map(({ lexeme }) => lexeme));
  return [...new Set(lexemes)];
}

function symbolRow(
  repositoryId: string,
  { path }: CodeFileInput,
  {
    key,
    parent: _parent,
    returns: _returns,
    fields: _fields,
    parameters: _parameters,
    ...kept
  }: CodeSymbolInput,
): NewCodeSymbol {
  return { ...kept, id: codeSymbolId(repositoryId, key), file_id: codeSymbolId(repositoryId, path) };
}
