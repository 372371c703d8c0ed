import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { askedSymbol, type ResolvableFile, type FileIndex } from '@memory/code-graph';
import type { CodeFileInput } from '@memory/contracts';
import type { CodeSource } from '@memory/db';

type CodeReference = FileIndex['references'][number];
type CodeSymbol = FileIndex['symbols'][number];

export interface StoredSource {
  outline: string;
  calls: string;
  /** The same while no other file could find something else here: bodies and places may change. */
  outlineDigest: string;
}

interface Outline {
  symbols: CodeSymbol[];
  references: CodeReference[];
}

/** A file as it is stored: gzip in base64, which is a tenth of the JSON. */
export function writeSource(file: CodeFileInput): StoredSource {
  const references = file.references.map(toReference);
  const isCall = ({ kind }: CodeReference) => kind === 'calls';
  const outline: Outline = {
    symbols: file.symbols.flatMap((symbol) => askedSymbol(file.language, toSymbol(symbol)) ?? []),
    references: references.filter((one) => !isCall(one)),
  };
  return {
    outline: pack(outline),
    calls: pack(references.filter(isCall)),
    outlineDigest: createHash('sha256').update(outlineIdentity(file, outline)).digest('hex'),
  };
}

/** A stored outline, without the file's calls. */
export function readOutline(stored: CodeSource): ResolvableFile {
  const { symbols, references } = unpack<Outline>(stored.source);
  return {
    path: stored.path,
    language: stored.language,
    packageName: stored.package_name,
    symbols,
    references,
  };
}

export const readStoredCalls = (stored: CodeSource): CodeReference[] =>
  unpack<CodeReference[]>(stored.source);

// By this thread: a file has some kilobytes, for which another costs more than the work.
const pack = (value: unknown): string => gzipSync(JSON.stringify(value)).toString('base64');

const unpack = <Value>(packed: string): Value =>
  JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as Value;

/**
 * Everything of an outline but places. Lengths count where several symbols share a name, or one may share it with symbols
 * of other files: the longest of them stands for all.
 */
function outlineIdentity(
  { language, package_name }: CodeFileInput,
  { symbols, references }: Outline,
): string {
  const names = Map.groupBy(symbols, ({ qualifiedName }) => qualifiedName);
  const kinds = new Map(symbols.map(({ key, kind }) => [key, kind]));
  const lengthCounts = ({ qualifiedName, className, parent }: CodeSymbol) =>
    (names.get(qualifiedName)?.length ?? 0) > 1 ||
    (className !== null && kinds.get(parent ?? '') !== 'class');
  return JSON.stringify([
    language,
    package_name,
    symbols.map((symbol) => [
      symbol.key,
      symbol.kind,
      symbol.signature,
      symbol.className,
      symbol.parent,
      symbol.returns,
      symbol.fields,
      symbol.parameters,
      lengthCounts(symbol) ? symbol.endLine - symbol.startLine : 0,
    ]),
    references.map((reference) => ({ ...reference, line: 0 })),
  ]);
}

function toSymbol(symbol: CodeFileInput['symbols'][number]): CodeSymbol {
  return {
    key: symbol.key,
    kind: symbol.kind,
    name: symbol.name,
    qualifiedName: symbol.qualified_name,
    className: symbol.class_name,
    parent: symbol.parent,
    startLine: symbol.start_line,
    endLine: symbol.end_line,
    signature: symbol.signature,
    doc: null,
    returns: symbol.returns,
    ...(symbol.fields ? { fields: symbol.fields } : {}),
    ...(symbol.parameters ? { parameters: symbol.parameters } : {}),
  };
}

function toReference(reference: CodeFileInput['references'][number]): CodeReference {
  if (reference.kind !== 'calls') return reference;
  const { receiver_type: receiverType, lines, arguments: given, ...rest } = reference;
  return {
    ...rest,
    receiverType,
    ...(lines ? { lines } : {}),
    ...(given === undefined ? {} : { arguments: given }),
  };
}
