import * as z from 'zod';
import { Origin } from '../documents/documents.ts';
import {
  boundedText,
  LIMITS,
  queryInteger,
  text,
  Timestamp,
  TimestampInput,
  UnitInterval,
} from '../fields.ts';
import { Memory } from '../memories/memory.ts';
import { CODE_SYMBOL_KINDS, CODE_EDGE_KINDS, CODE_FOUND_BY, CODE_MEMORY_LINKS } from '../vocabulary.ts';

const FILES_MAX = 1_000;
const DELETED_MAX = 5_000;
const STATUS_FILES_MAX = 1_000;

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
  .meta({
    description:
      'Equal while only comments and formatting differ; of what, and how, is for the sender to say.',
  });

const SymbolInput = z
  .object({
    key: CodeText.meta({
      description: 'The path of the file, for the file itself; else path, `#` and qualified name.',
    }),
    kind: z.enum(CODE_SYMBOL_KINDS),
    name: boundedText({ max: 500, notBlank: false }),
    qualified_name: CodeText,
    class_name: CodeText.nullable(),
    parent: CodeText.nullable().meta({ description: 'Key of the symbol around it; null for the file.' }),
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
      .meta({ description: 'What a constant, property or key is given, where it is short.' }),
    parameters: z
      .tuple([z.int().min(0), z.int().min(0).nullable()])
      .optional()
      .meta({ description: 'The fewest and the most arguments; null for any number.' }),
  })
  .meta({ id: 'CodeSymbolInput' });

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
        .meta({ description: 'The lines of all of them, when there are several.' }),
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
  .superRefine(({ path, symbols }, context) => {
    const keys = new Set(symbols.map(({ key }) => key));
    const isOfFile = symbols.every(({ key }) => key === path || key.startsWith(`${path}#`));
    if (symbols[0]?.key !== path || !isOfFile || keys.size < symbols.length)
      context.addIssue({
        code: 'custom',
        message: 'The first symbol is the file itself, and each key begins with its path and occurs once',
        path: ['symbols'],
      });
  })
  .meta({ id: 'CodeFileInput' });
export type CodeFileInput = z.output<typeof CodeFileInput>;

/** The commit that an indexed tree has checked out. */
export const CodeHead = z
  .object({
    branch: boundedText({ max: LIMITS.labelLength, notBlank: false }).nullable(),
    commit_id: z.string().regex(/^[0-9a-f]{40,64}$/u),
    committed_at: TimestampInput,
  })
  .meta({ id: 'CodeHead' });
export type CodeHead = z.output<typeof CodeHead>;

export const StoreCodeFilesBody = z
  .object({
    repository: RepositoryName,
    origin: Origin.nullable().default(null).meta({
      description: 'Where it comes from: a repository takes nothing from another origin than its first.',
    }),
    head: CodeHead.nullable()
      .default(null)
      .meta({ description: 'The commit that the tree is at: memories tied to it now say so later.' }),
    files: z.array(CodeFileInput).max(FILES_MAX).default([]),
    deleted: z.array(CodePath).max(DELETED_MAX).default([]).meta({ description: 'Paths that are gone.' }),
  })
  .meta({ id: 'StoreCodeFilesBody' });
export type StoreCodeFilesBody = z.output<typeof StoreCodeFilesBody>;

export const StoreCodeFilesReply = z
  .object({
    repository: z.string(),
    stored: z.int().meta({ description: 'Files that are new or changed.' }),
    unchanged: z.int(),
    deleted: z.int(),
    symbols: z.int().meta({ description: 'Symbols of the stored files.' }),
  })
  .meta({ id: 'StoreCodeFilesReply' });
export type StoreCodeFilesReply = z.output<typeof StoreCodeFilesReply>;

export const CodeStatusQuery = z.object({
  repository: text().optional().meta({ description: 'Reports this repository only, and lists its files.' }),
  after: text().optional().meta({ description: 'The `next_after` of the page before.' }),
  limit: queryInteger({ min: 1, max: STATUS_FILES_MAX, default: STATUS_FILES_MAX }),
});
export type CodeStatusQuery = z.output<typeof CodeStatusQuery>;

export const CodeRepository = z
  .object({
    name: z.string(),
    origin: z
      .string()
      .nullable()
      .meta({ description: 'Null when the repository was indexed without an origin.' }),
    files: z.int(),
    symbols: z.int(),
    edges: z.int(),
    call_edges: z.int(),
    partial_files: z.int().meta({ description: 'Files of which a part could not be read.' }),
    pending_files: z.int().meta({ description: 'Files whose edges are still to be resolved.' }),
    branch: z.string().nullable().meta({ description: 'Of the commit that it was indexed at.' }),
    commit_id: z.string().nullable(),
    committed_at: Timestamp.nullable(),
    updated_at: Timestamp,
  })
  .meta({ id: 'CodeRepository' });
export type CodeRepository = z.output<typeof CodeRepository>;

export const CodeStatusReply = z
  .object({
    repositories: z.array(CodeRepository),
    files: z.array(z.object({ path: z.string(), content_hash: z.string() })),
    next_after: z.string().nullable().meta({
      description: 'The path to go on after; null on a page without files, which follows the last.',
    }),
  })
  .meta({ id: 'CodeStatusReply' });
export type CodeStatusReply = z.output<typeof CodeStatusReply>;

export const CodeSymbolRecord = z
  .object({
    symbol_id: z.uuid(),
    name: z.string(),
    qualified_name: z.string(),
    symbol_type: z.enum(CODE_SYMBOL_KINDS),
    class_name: z.string().nullable(),
    repository: z.string(),
    file_path: z.string(),
    language: z.string(),
    start_line: z.int().meta({ description: 'Counted from 1; both ends belong to it.' }),
    end_line: z.int(),
    signature: z.string(),
    doc: z.string().nullable(),
  })
  .meta({ id: 'CodeSymbol' });
export type CodeSymbolRecord = z.output<typeof CodeSymbolRecord>;

export const CodeNeighbour = z
  .object({
    ...CodeSymbolRecord.shape,
    relation: z.enum(CODE_EDGE_KINDS),
    confidence: UnitInterval,
    found_by: z.enum(CODE_FOUND_BY).nullable().meta({
      description:
        'The least sure step from the reference to its target; null for an index of before it was kept.',
    }),
    line: z.int().meta({ description: "Of the first reference, in the file of the edge's source." }),
    lines: z.array(z.int()).meta({ description: 'The lines of all references, at most 50.' }),
    references: z.int(),
  })
  .meta({ id: 'CodeNeighbour' });
/** A symbol at the other end of an edge, which stands for one reference or several. */
export type CodeNeighbour = z.output<typeof CodeNeighbour>;

/** Calls that found no target, of a name that indexed symbols have. */
export const UnresolvedCalls = z
  .object({
    calls: z.int(),
    places: z
      .array(z.object({ symbol_name: z.string(), file_path: z.string(), line: z.int(), calls: z.int() }))
      .meta({
        description: 'What is called, and the line of the first call in a function; at most 10 of them.',
      }),
  })
  .meta({ id: 'UnresolvedCalls' });
export type UnresolvedCalls = z.output<typeof UnresolvedCalls>;

/** Symbols at one end of a symbol's edges. */
export const CodeEdges = z
  .object({
    count: z.int(),
    total: z.int().meta({ description: 'With those beyond the first 120.' }),
    results: z.array(CodeNeighbour),
    unresolved: UnresolvedCalls.meta({
      description:
        'Callers: calls that may be calls of the symbol. Callees: calls in it that may be calls of indexed symbols.',
    }),
    pending: z.boolean().meta({
      description:
        'Whether calls of files that were just indexed are still looked for: what is missing may be there in seconds.',
    }),
  })
  .meta({ id: 'CodeEdges' });
export type CodeEdges = z.output<typeof CodeEdges>;

export const CodeSurroundings = z
  .object({
    symbol: CodeSymbolRecord,
    callers: z.array(CodeNeighbour),
    callees: z.array(CodeNeighbour),
    contained_in: CodeNeighbour.nullable(),
    contains: z.array(CodeNeighbour),
  })
  .meta({ id: 'CodeSurroundings' });
/** The symbols one step away: what it stands in is the nearest alone, what it contains stands directly in it. */
export type CodeSurroundings = z.output<typeof CodeSurroundings>;

export const CodeChainLink = z
  .object({
    ...CodeSymbolRecord.shape,
    depth: z.int().meta({ description: 'Calls between it and the symbol asked for, from 1.' }),
    via: z.uuid().meta({ description: 'The symbol one call nearer to the symbol asked for.' }),
    confidence: UnitInterval,
    line: z.int().meta({ description: 'Of the first call, in the file of who calls.' }),
  })
  .meta({ id: 'CodeChainLink' });
export type CodeChainLink = z.output<typeof CodeChainLink>;

export const CodeCallPath = z
  .object({
    /** All that were asked for: a name may be that of several. */
    from: z.array(CodeSymbolRecord),
    to: z.array(CodeSymbolRecord),
    steps: z.array(
      z.object({
        ...CodeSymbolRecord.shape,
        line: z
          .int()
          .nullable()
          .meta({ description: 'The line at which the step before calls it; null for the first.' }),
        found_by: z.enum(CODE_FOUND_BY).nullable(),
        confidence: UnitInterval.nullable(),
      }),
    ),
  })
  .meta({ id: 'CodeCallPath' });
/** The shortest chain of calls from one symbol to another; no steps where there is none. */
export type CodeCallPath = z.output<typeof CodeCallPath>;

export const CodeContext = z
  .object({
    graph_empty: z.boolean().meta({ description: 'No code is indexed.' }),
    symbol: CodeSymbolRecord.nullable(),
    alternatives: z.array(CodeSymbolRecord).meta({ description: 'Others of that name.' }),
    call_chain: z.object({ callers: z.array(CodeChainLink), callees: z.array(CodeChainLink) }),
    memories: z.array(z.object({ memory: Memory, links: z.array(z.enum(CODE_MEMORY_LINKS)) })),
  })
  .meta({ id: 'CodeContext' });
/** A symbol with its call chain (at most 40 symbols each way, three calls far) and the memories about it. */
export type CodeContext = z.output<typeof CodeContext>;
