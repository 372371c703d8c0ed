import * as z from 'zod';
import { Origin } from '../documents/documents.ts';
import {
  component,
  boundedText,
  queryInteger,
  text,
  Timestamp,
  TimestampInput,
  UnitInterval,
} from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { Memory } from '../memories/memory.ts';
import { CODE_SYMBOL_KINDS, CODE_EDGE_KINDS, CODE_FOUND_BY, CODE_MEMORY_LINKS } from '../vocabulary.ts';

const FILES_MAX = 1_000;
const DELETED_MAX = 5_000;

const CodeText = boundedText({ max: 4_000, notBlank: false });

/** Repository-relative, with forward slashes; kept as it is, since a file may be called anything. */
const CodePath = boundedText({ max: LIMITS.filePathBytes, notBlank: false })
  .min(1)
  .refine(
    (path) => Buffer.byteLength(path, 'utf8') <= LIMITS.filePathBytes,
    `Path should have at most ${LIMITS.filePathBytes} bytes of UTF-8`,
  );

/** Stands in a path of the interface, so it holds no slash. */
export const RepositoryName = boundedText({ max: 100 }).refine(
  (name) => !/[/\\]|^\.{1,2}$/u.test(name) && name.trim() === name,
  'A repository name has no slash and no white space around it, and is neither `.` nor `..`',
);

const Hash = z
  .string()
  .regex(/^[0-9a-f]{8,64}$/u)
  .describe('Equal while only comments and formatting differ; of what, and how, is for the sender to say.');

const SymbolInput = component('CodeSymbolInput', {
  key: CodeText.describe('The path of the file, for the file itself; else path, `#` and qualified name.'),
  kind: z.enum(CODE_SYMBOL_KINDS),
  name: boundedText({ max: 500, notBlank: false }),
  qualified_name: CodeText,
  class_name: CodeText.nullable(),
  parent: CodeText.nullable().describe('Key of the symbol around it; null for the file.'),
  start_line: z.int().min(1),
  end_line: z.int().min(1),
  signature: CodeText,
  doc: CodeText.nullable(),
  returns: CodeText.nullable(),
  fields: z.record(CodeText, CodeText).optional(),
  signature_hash: Hash.optional(),
  body_hash: Hash.optional(),
  body_size: z.int().min(0).optional(),
  value: boundedText({ max: 500, notBlank: false })
    .optional()
    .describe('What a constant, property or key is given, where it is short.'),
  parameters: z
    .tuple([z.int().min(0), z.int().min(0).nullable()])
    .optional()
    .describe('The fewest and the most arguments; null for any number.'),
});

const reference = { from: CodeText, line: z.int().min(1) };

const ReferenceInput = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('calls'),
      ...reference,
      name: CodeText,
      receiver: CodeText.nullable(),
      receiver_type: CodeText.nullable(),
      count: z.int().min(1),
      lines: z
        .array(z.int().min(1))
        .max(100)
        .optional()
        .describe('The lines of all of them, when there are several.'),
      arguments: z.int().min(0).optional(),
    }),
    z.object({
      kind: z.literal('imports'),
      ...reference,
      specifier: CodeText,
      names: z.array(z.object({ imported: CodeText, local: CodeText })),
    }),
    z.object({ kind: z.literal('inherits'), ...reference, name: CodeText }),
  ])
  .meta({ id: 'CodeReferenceInput' });

/** A source file as it is sent: names, signatures, places, and short values of constants and keys, never its text. */
export const CodeFileInput = z
  .object({
    path: CodePath,
    language: boundedText({ max: 50 }),
    content_hash: boundedText({ max: 128 }),
    package_name: CodeText.nullable(),
    partial: z.boolean(),
    symbols: z.array(SymbolInput).min(1),
    references: z.array(ReferenceInput),
    local_calls: z.int().min(0),
  })
  .refine(
    ({ path, symbols }) =>
      symbols[0]?.key === path &&
      symbols.every(({ key }) => key === path || key.startsWith(`${path}#`)) &&
      new Set(symbols.map(({ key }) => key)).size === symbols.length,
    {
      error: 'The first symbol is the file itself, and each key begins with its path and occurs once',
      path: ['symbols'],
    },
  )
  .meta({ id: 'CodeFileInput' });
export type CodeFileInput = z.output<typeof CodeFileInput>;

/** The commit that an indexed tree has checked out. */
export const CodeHead = component('CodeHead', {
  branch: boundedText({ max: LIMITS.labelLength, notBlank: false }).nullable(),
  commit_id: z.string().regex(/^[0-9a-f]{40,64}$/u),
  committed_at: TimestampInput,
});
export type CodeHead = z.output<typeof CodeHead>;

export const StoreCodeFilesBody = component('StoreCodeFilesBody', {
  repository: RepositoryName,
  origin: Origin.nullable()
    .default(null)
    .describe('Where it comes from: a repository takes nothing from another origin than its first.'),
  head: CodeHead.nullable()
    .default(null)
    .describe('The commit that the tree is at: memories tied to it now say so later.'),
  files: z.array(CodeFileInput).max(FILES_MAX).default([]),
  deleted: z.array(CodePath).max(DELETED_MAX).default([]).describe('Paths that are gone.'),
});
export type StoreCodeFilesBody = z.output<typeof StoreCodeFilesBody>;

export const StoreCodeFilesReply = component('StoreCodeFilesReply', {
  repository: z.string(),
  stored: z.int().describe('Files that are new or changed.'),
  unchanged: z.int(),
  deleted: z.int(),
  symbols: z.int().describe('Symbols of the stored files.'),
});
export type StoreCodeFilesReply = z.output<typeof StoreCodeFilesReply>;

export const CodeStatusQuery = z.object({
  repository: text().optional().describe('Reports this repository only, and lists its files.'),
  after: text().optional().describe('The `next_after` of the page before.'),
  limit: queryInteger({ min: 1, max: 10_000, default: 1_000 }),
});
export type CodeStatusQuery = z.output<typeof CodeStatusQuery>;

export const CodeRepository = component('CodeRepository', {
  name: z.string(),
  origin: z.string().nullable().describe('Null when the repository was indexed without an origin.'),
  files: z.int(),
  symbols: z.int(),
  edges: z.int(),
  call_edges: z.int(),
  partial_files: z.int().describe('Files of which a part could not be read.'),
  pending_files: z.int().describe('Files whose edges are still to be resolved.'),
  branch: z.string().nullable().describe('Of the commit that it was indexed at.'),
  commit_id: z.string().nullable(),
  committed_at: Timestamp.nullable(),
  updated_at: Timestamp,
});
export type CodeRepository = z.output<typeof CodeRepository>;

export const CodeStatusReply = component('CodeStatusReply', {
  repositories: z.array(CodeRepository),
  files: z.array(z.object({ path: z.string(), content_hash: z.string() })),
  next_after: z
    .string()
    .nullable()
    .describe('The path to go on after; null on a page without files, which follows the last.'),
});
export type CodeStatusReply = z.output<typeof CodeStatusReply>;

export const CodeSymbolRecord = component('CodeSymbol', {
  symbol_id: z.uuid(),
  name: z.string(),
  qualified_name: z.string(),
  symbol_type: z.enum(CODE_SYMBOL_KINDS),
  class_name: z.string().nullable(),
  repository: z.string(),
  file_path: z.string(),
  language: z.string(),
  start_line: z.int().describe('Counted from 1; both ends belong to it.'),
  end_line: z.int(),
  signature: z.string(),
  doc: z.string().nullable(),
});
export type CodeSymbolRecord = z.output<typeof CodeSymbolRecord>;

export const CodeNeighbour = component('CodeNeighbour', {
  ...CodeSymbolRecord.shape,
  relation: z.enum(CODE_EDGE_KINDS),
  confidence: UnitInterval,
  found_by: z
    .enum(CODE_FOUND_BY)
    .nullable()
    .describe(
      'The least sure step from the reference to its target; null for an index of before it was kept.',
    ),
  line: z.int().describe("Of the first reference, in the file of the edge's source."),
  lines: z.array(z.int()).describe('The lines of all references, at most 50.'),
  references: z.int(),
});
/** A symbol at the other end of an edge, which stands for one reference or several. */
export type CodeNeighbour = z.output<typeof CodeNeighbour>;

/** Calls that found no target, of a name that indexed symbols have. */
export const UnresolvedCalls = component('UnresolvedCalls', {
  calls: z.int(),
  places: z
    .array(z.object({ symbol_name: z.string(), file_path: z.string(), line: z.int(), calls: z.int() }))
    .describe('What is called, and the line of the first call in a function; at most 10 of them.'),
});
export type UnresolvedCalls = z.output<typeof UnresolvedCalls>;

export const CodeEdges = component('CodeEdges', {
  count: z.int(),
  total: z.int().describe('With those beyond the first 120.'),
  results: z.array(CodeNeighbour),
  unresolved: UnresolvedCalls.describe(
    'Callers: calls that may be calls of the symbol. Callees: calls in it that may be calls of indexed symbols.',
  ),
  pending: z
    .boolean()
    .describe(
      'Whether calls of files that were just indexed are still looked for: what is missing may be there in seconds.',
    ),
});
export type CodeEdges = z.output<typeof CodeEdges>;

export const CodeSurroundings = component('CodeSurroundings', {
  symbol: CodeSymbolRecord,
  callers: z.array(CodeNeighbour),
  callees: z.array(CodeNeighbour),
  contained_in: CodeNeighbour.nullable(),
  contains: z.array(CodeNeighbour),
});
/** The symbols one step away: what it stands in is the nearest alone, what it contains stands directly in it. */
export type CodeSurroundings = z.output<typeof CodeSurroundings>;

export const CodeChainLink = component('CodeChainLink', {
  ...CodeSymbolRecord.shape,
  depth: z.int().describe('Calls between it and the symbol asked for, from 1.'),
  via: z.uuid().describe('The symbol one call nearer to the symbol asked for.'),
  confidence: UnitInterval,
  line: z.int().describe('Of the first call, in the file of who calls.'),
});
export type CodeChainLink = z.output<typeof CodeChainLink>;

export const CodeCallPath = component('CodeCallPath', {
  /** All that were asked for: a name may be that of several. */
  from: z.array(CodeSymbolRecord),
  to: z.array(CodeSymbolRecord),
  steps: z.array(
    z.object({
      ...CodeSymbolRecord.shape,
      line: z.int().nullable().describe('The line at which the step before calls it; null for the first.'),
      found_by: z.enum(CODE_FOUND_BY).nullable(),
      confidence: UnitInterval.nullable(),
    }),
  ),
});
/** The shortest chain of calls from one symbol to another; no steps where there is none. */
export type CodeCallPath = z.output<typeof CodeCallPath>;

export const CodeContext = component('CodeContext', {
  graph_empty: z.boolean().describe('No code is indexed.'),
  symbol: CodeSymbolRecord.nullable(),
  alternatives: z.array(CodeSymbolRecord).describe('Others of that name.'),
  call_chain: z.object({ callers: z.array(CodeChainLink), callees: z.array(CodeChainLink) }),
  memories: z.array(z.object({ memory: Memory, links: z.array(z.enum(CODE_MEMORY_LINKS)) })),
});
/** A symbol with its call chain (at most 40 symbols each way, three calls far) and the memories about it. */
export type CodeContext = z.output<typeof CodeContext>;
