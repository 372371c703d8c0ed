import { parseTree, type Node as JsonNode } from 'jsonc-parser';
import { isMap, isNode, isScalar, LineCounter, parseAllDocuments } from 'yaml';
import { isTestPath } from '../anchoring/anchor.ts';
import { digest } from '../content-hash.ts';
import type { CodeSymbol } from '../file-index.ts';
import { boundedText } from '../parsing/bounds.ts';
import { valueText } from '../parsing/value-symbols.ts';
import { type ConfigEntry, lineFinder, type ScannedFormat, scanLines, withoutComment } from './scan-lines.ts';

type Reader = (source: string) => ConfigEntry[];

/** Deeper keys belong to the value of the key above them. */
const DEPTH_MAX = 3;
/** A file of more is data, and no keys of it are kept. */
const ENTRIES_MAX = 400;
/** Of a file. */
const KEPT_MAX = 100;
const LENGTH_MAX = 200_000;

const scanned = (language: ScannedFormat, matches: RegExp) => ({
  language,
  matches,
  read: (source: string) => scanLines(source, language),
});

const readers: readonly { language: string; matches: RegExp; read: Reader }[] = [
  { language: 'json', matches: /\.(?:json|jsonc|json5)$/u, read: readJson },
  { language: 'yaml', matches: /\.ya?ml$/u, read: readYaml },
  scanned('toml', /\.toml$/u),
  scanned('env', /(?:^|\/)\.env(?:\.[\w.-]+)?$/u),
  scanned('sql', /\.sql$/u),
  scanned('dockerfile', /(?:^|\/)(?:Dockerfile|Containerfile)(?:\.[\w-]+)?$|\.dockerfile$/u),
  scanned('proto', /\.proto$/u),
  scanned('graphql', /\.(?:graphql|graphqls|gql)$/u),
];

/** Files that a program writes, which hold no decision. */
const GENERATED =
  /(?:^|\/)(?:package-lock|npm-shrinkwrap|composer\.lock|pnpm-lock|\.package-lock|yarn)\.(?:json|ya?ml)$|\.min\.json$|(?:^|\/)(?:Cargo|poetry|uv)\.lock$/u;

const readerOf = (filePath: string) =>
  GENERATED.test(filePath) || isTestPath(filePath)
    ? undefined
    : readers.find(({ matches }) => matches.test(filePath.toLowerCase()) || matches.test(filePath));

/** Whether a file has keys, tables or messages that are read, by its name and, where that is known, its length. */
export const isConfig = (filePath: string, length = 0): boolean =>
  readerOf(filePath) !== undefined && length <= LENGTH_MAX;

/**
 * The keys, tables and messages of a file that configures or declares.
 * @param file the symbol of the file itself, which gets a hash of all entries
 * @returns undefined where the file is none, holds none, or is too large to be anything but data
 */
export function readConfig(
  filePath: string,
  source: string,
  file: CodeSymbol,
): { language: string; symbols: CodeSymbol[] } | undefined {
  const reader = readerOf(filePath);
  if (!reader || source.length > LENGTH_MAX) return undefined;
  const symbols = configSymbols(file, reader.read(source));
  return symbols.length === 0 ? undefined : { language: reader.language, symbols };
}

/** Symbols of entries; of several of one name each has its place in order. */
function configSymbols(file: CodeSymbol, entries: readonly ConfigEntry[]): CodeSymbol[] {
  file.bodyHash = digest(entries.map(({ path: names, value }) => `${names.join('.')}\0${value}`).join('\n'));
  const seen = new Map<string, number>();
  const kept = entries.length > ENTRIES_MAX ? [] : entries.slice(0, KEPT_MAX);
  return kept.map(({ path: names, kind, startLine, endLine, value, isScalar: hasValue }) => {
    const qualifiedName = boundedText(names.join('.'), 400);
    const ordinal = (seen.get(qualifiedName) ?? 0) + 1;
    seen.set(qualifiedName, ordinal);
    const text = hasValue ? valueText(value) : undefined;
    return {
      key: `${file.key}#${qualifiedName}${ordinal === 1 ? '' : `~${ordinal}`}`,
      kind,
      name: boundedText(names.at(-1) ?? '', 200),
      qualifiedName,
      className: null,
      parent: file.key,
      startLine,
      endLine,
      signature: boundedText(kind === 'key' ? `${qualifiedName}: ${value}` : value, 300),
      doc: null,
      returns: null,
      signatureHash: digest(kind),
      bodyHash: digest(value),
      size: value.split(/\W+/u).length,
      ...(text === undefined ? {} : { value: text }),
    };
  });
}

function readJson(source: string): ConfigEntry[] {
  const root = parseTree(source, [], { allowTrailingComma: true });
  if (root?.type !== 'object') return [];
  const lineAt = lineFinder(source);
  const entries: ConfigEntry[] = [];
  const add = (node: JsonNode, names: readonly string[]) => {
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      if (!key || !value || entries.length > ENTRIES_MAX) continue;
      const at = [...names, String(key.value)];
      if (value.type === 'object' && at.length < DEPTH_MAX) add(value, at);
      else
        entries.push({
          path: at,
          kind: 'key',
          startLine: lineAt(property.offset),
          endLine: lineAt(property.offset + property.length),
          value: JSON.stringify(plainValue(value)),
          isScalar: value.type !== 'object',
        });
    }
  };
  add(root, []);
  return entries;
}

/** A value of JSON without its formatting and comments. */
const plainValue = (node: JsonNode): unknown =>
  node.type === 'object'
    ? (node.children ?? []).map(({ children: [key, value] = [] }) => [key?.value, value && plainValue(value)])
    : node.type === 'array'
      ? (node.children ?? []).map(plainValue)
      : node.value;

function readYaml(source: string): ConfigEntry[] {
  const lineCounter = new LineCounter();
  const entries: ConfigEntry[] = [];
  const documents = parseAllDocuments(source, {
    lineCounter,
    logLevel: 'silent',
    strict: false,
    uniqueKeys: false,
  });
  const lineAt = (offset: number) => lineCounter.linePos(offset).line;
  const add = (node: unknown, names: readonly string[]) => {
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      if (!isScalar(key) || entries.length > ENTRIES_MAX) continue;
      const at = [...names, String(key.value)];
      if (isMap(value) && at.length < DEPTH_MAX) {
        add(value, at);
        continue;
      }
      const start = key.range?.[0] ?? 0;
      const [from, to] = (isNode(value) ? value.range : undefined) ?? [start, start];
      const text = source
        .slice(from, to)
        .split('\n')
        .map((line) => withoutComment(line, '#'))
        .join(' ');
      entries.push({
        path: at,
        kind: 'key',
        startLine: lineAt(start),
        endLine: lineAt(Math.max(start, to - 1)),
        value: (isScalar(value) ? String(value.value) : text).replaceAll(/\s+/gu, ' ').trim(),
        isScalar: !isMap(value),
      });
    }
  };
  if (Array.isArray(documents)) for (const { contents } of documents) add(contents, []);
  return entries;
}
