import path from 'node:path';
import type { Tree } from 'web-tree-sitter';
import { readConfig } from '../config/config-index.ts';
import { type CodeSymbol, emptyIndex, type FileIndex } from '../file-index.ts';
import type { Language } from '../languages/language.ts';
import { languageOf } from '../languages/language-of.ts';
import { manifestIndex } from '../manifests/manifest-index.ts';
import { fileDocHead } from './doc-head.ts';
import { fittingJson, isDeepTree, isTooDeep } from './bounds.ts';
import { type Grammar, loadGrammar } from './load-grammar.ts';
import { readMatches } from './matches/read-matches.ts';
import {
  scriptsOf,
  withoutBranches,
  withoutNewerSyntax,
  withPlainNames,
  withoutMacros,
  asKotlin,
} from './second-reading.ts';
import { readReferences } from './references.ts';
import { hashSymbols } from './symbol-hashes.ts';
import { symbolTree } from './symbol-tree.ts';
import { valueSymbols } from './value-symbols.ts';

/**
 * Of the processor, by the length: a multiple of what ordinary source takes, a second a megabyte, so that slow machines read of
 * a generated file what fast ones do. A short text that nests itself without end takes as long as one lets it.
 */
const cpuMaxMs = (length: number): number => Math.min(6_000, 800 + length / 400);
/** How often the parser asks for each look at the clock, which takes a microsecond: more than a hundred steps of the parser. */
const LOOKS = 16;
/** UTF-16 units that a parser is given at once. */
const CHUNK = 5_000;

/** A file to read. */
export interface Source {
  /** Relative to the root of the tree, with forward slashes; decides the language, without an ending the first line does. */
  filePath: string;
  source: string;
  /** `contentHash` of the file's bytes. */
  hash: string;
  /** References are left out. */
  onlySymbols?: boolean | undefined;
}

/** JSON of the symbols and raw references of one source file or package manifest, read in this process: see `parseFile`. */
export async function readSource({
  filePath,
  source,
  hash,
  onlySymbols,
}: Source): Promise<string | undefined> {
  const manifest = manifestIndex(filePath, source, hash);
  const [file] = manifest?.symbols ?? [fileSymbol(filePath, source)];
  const config = file && readConfig(filePath, source, file);
  if (manifest)
    return JSON.stringify({ ...manifest, symbols: [...manifest.symbols, ...(config?.symbols ?? [])] });
  if (config && file)
    return fittingJson({
      ...emptyIndex(filePath, config.language, hash),
      symbols: [file, ...config.symbols],
    });
  const language = languageOf(filePath, source);
  // A letter with its accent is one character or two, whatever wrote it; names are compared and asked for as one.
  const composed = (language?.hasScripts ? scriptsOf(source) : source).normalize('NFC');
  return (
    language &&
    fittingJson(
      indexSource({ filePath, source: composed, hash, onlySymbols, language }, await loadGrammar(language)),
    )
  );
}

function indexSource(
  { filePath, source, hash, onlySymbols = false, language }: Source & { language: Language },
  { parser, queries: queriesOf }: Grammar,
): FileIndex {
  const file = fileSymbol(filePath, source);
  const index = { ...emptyIndex(filePath, language.name, hash), partial: true, symbols: [file] };
  if (isTooDeep(source, language.family === 'ecma')) return index;
  // Made once for all files of a language: the time of the first is not charged with it.
  const queries = queriesOf(onlySymbols);
  const deadline = threadCpuMs() + cpuMaxMs(source.length);
  let [asked, late] = [0, false];
  const isLate = () => (late ||= (asked += 1) % LOOKS === 0 && threadCpuMs() > deadline);
  const written = READ_AS[language.name]?.(source) ?? source;
  let isCut = false;
  // The scanner of a grammar asks nobody while it looks ahead, Swift's at each word to the end: past the deadline it meets an end.
  const parse = (text: string): Tree | null => {
    // The texts of nodes are asked for in the same way, later: those of Kotlin as they are written.
    let isParsing = true;
    const read = (at: number) => {
      isCut ||= isParsing && isLate();
      const asked = isParsing || language.name !== 'kotlin' ? text : source;
      return isParsing && isCut ? undefined : asked.slice(at, at + CHUNK);
    };
    const parsed = parser.parse(read, null, { progressCallback: isLate });
    isParsing = false;
    return parsed;
  };
  const parsed = parse(written);
  const tree = parsed && betterTree(parsed, { parse, source: written, language });
  if (!tree || isCut) {
    tree?.delete();
    parser.reset();
    return index;
  }
  try {
    const root = tree.rootNode;
    if (isDeepTree(tree)) return index;
    file.doc = fileDocHead(root);
    const matches = readMatches(queries, root, { language, isLate });
    const placed = symbolTree(matches.definitions, { file, source, language });
    const values = valueSymbols(matches.values, { file, placed, source, language });
    hashSymbols(root, placed, { file, values, source, isLate });
    const { references, localCalls } = readReferences(matches, file, placed, language);
    index.symbols = [file, ...placed.map(({ symbol }) => symbol), ...values.map(({ symbol }) => symbol)];
    index.references = references;
    index.localCalls = localCalls;
    index.packageName = matches.packageName?.replaceAll('\\', '.') ?? null;
    index.partial = root.hasError || matches.isCut;
    return index;
  } finally {
    tree.delete();
  }
}

/**
 * Of the whole process where Node, before 23.9, does not know what a thread used; the command runs there too. By the clock a
 * busy machine would read less of a file than an idle one.
 */
function threadCpuMs(): number {
  const { user, system } = (process as Partial<NodeJS.Process>).threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1_000;
}

/** Sources whose classes a grammar takes for something else without an error, by the name of the language. */
const READ_AS: Readonly<Record<string, (source: string) => string>> = {
  c: withoutMacros,
  cpp: withoutMacros,
  kotlin: asKotlin,
};

/** Text that a grammar stumbles over, by the name of the language. In TSX a line may begin with an element. */
const WITHOUT: Readonly<Record<string, (source: string) => string>> = {
  typescript: withoutNewerSyntax,
  vue: withoutNewerSyntax,
  svelte: withoutNewerSyntax,
  csharp: withoutBranches,
  kotlin: withPlainNames,
};

/** A file with errors is read once more without what its grammar does not know. */
function betterTree(
  tree: Tree,
  { parse, source, language }: { parse: (text: string) => Tree | null; source: string; language: Language },
): Tree {
  const plain = tree.rootNode.hasError ? WITHOUT[language.name]?.(source) : undefined;
  const other = plain === undefined || plain === source ? null : parse(plain);
  if (!other) return tree;
  tree.delete();
  return other;
}

function linesOf(source: string): number {
  let [lines, at] = [1, source.indexOf('\n')];
  for (; at >= 0 && at + 1 < source.length; at = source.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function fileSymbol(filePath: string, source: string): CodeSymbol {
  return {
    key: filePath,
    kind: 'module',
    name: path.posix
      .basename(filePath)
      .replace(/(?<=.)\.[^.]*$/, '')
      .normalize('NFC'),
    qualifiedName: filePath,
    className: null,
    parent: null,
    startLine: 1,
    endLine: linesOf(source),
    signature: filePath,
    doc: null,
    returns: null,
  };
}
