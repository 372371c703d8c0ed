import * as z from 'zod';
import { CODE_EDGE_KINDS, CODE_FOUND_BY, CODE_MEMORY_LINKS, CODE_SYMBOL_KINDS } from '../code.ts';
import { memoryType } from './fields.ts';

/** The identifier that the deployment's form addresses a memory by. */
const identifiers = {
  id: z.string().optional().meta({ form: 'A' }),
  memory_id: z.string().optional().meta({ form: 'B' }),
};

/** Stands in every answer that holds recalled text. */
const notice = { notice: z.string().optional() };

/** What to do next, or what the answer leaves out. */
const hint = { hint: z.string().optional() };

/** A memory by its title. */
export const TitleRow = z.object({ ...identifiers, title: z.string(), memory_type: memoryType });
export type TitleRow = z.output<typeof TitleRow>;

/** A memory with what of its text matters here; dates are days. */
export const MemoryRow = z.object({
  ...identifiers,
  title: z.string(),
  memory_type: memoryType,
  date: z.string(),
  author: z.string().optional().describe('Who stored it, unless you.'),
  project: z.string().optional().describe('Unless yours.'),
  branch: z.string().optional(),
  files: z.array(z.string()).optional(),
  links: z.array(z.enum(CODE_MEMORY_LINKS)).optional(),
  note: z.string().optional().describe('What replaced it, or may have.'),
  code: z.string().optional().describe('Whether the code that it is about is as it was.'),
  also: z.int().optional().describe('Others of the same title and text.'),
  passage: z.string(),
  more_characters: z.int().optional().describe('How much more text there is beyond the passage.'),
});
export type MemoryRow = z.output<typeof MemoryRow>;

/** Memories, best or newest first. */
export const MemoryList = z.object({
  ...notice,
  count: z.int(),
  results: z.array(MemoryRow),
  suppressed_count: z.int().optional(),
  nearest: TitleRow.optional().describe('The nearest memory, when nothing is certain.'),
  ...hint,
});

export const TitleList = z.object({
  ...notice,
  count: z.int(),
  results: z.array(
    TitleRow.extend({
      note: z.string().optional().describe('What replaced it.'),
      code: z.string().optional().describe('What became of its code.'),
    }),
  ),
  ...hint,
});

/** What a call changed: the memory as it stands now, by its title. */
export const ChangedMemory = z.object({
  ...notice,
  ...TitleRow.shape,
  date: z.string(),
  useful_count: z.int().optional(),
  not_useful_count: z.int().optional(),
  session_id: z.string().optional(),
  replaces: z.array(z.string()).optional().describe('Identifiers, as given.'),
  similar: z.array(TitleRow).optional().describe('Stored before, and saying nearly the same.'),
  may_replace: z.array(TitleRow).optional().describe('Older, and perhaps no longer true.'),
  ...hint,
});

/** The whole of a memory. */
export const WholeMemory = z.object({
  ...notice,
  ...identifiers,
  title: z.string(),
  memory_type: memoryType,
  date: z.string(),
  updated: z.string().optional(),
  author: z.string().optional(),
  project: z.string().optional(),
  branch: z.string().optional(),
  commit: z.string().optional(),
  files: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  concepts: z.array(z.string()).optional(),
  session_id: z.string().optional(),
  importance: z.number(),
  confidence: z.number(),
  note: z.string().optional(),
  code: z.string().optional(),
  content: z.string(),
  more_characters: z.int().optional(),
  useful_count: z.int().optional(),
  not_useful_count: z.int().optional(),
  relationships: z
    .array(z.object({ relationship: z.string(), ...identifiers, title: z.string(), date: z.string() }))
    .optional(),
  more_relationships: z.int().optional(),
  related_memories: z.array(TitleRow).optional(),
  ...hint,
});

/** The graph as memories with their links, each link once, at the memory that it starts from. */
export const MemoryGraph = z.object({
  ...notice,
  count: z.int(),
  results: z.array(
    z.object({
      ...TitleRow.shape,
      is_seed: z.literal(true).optional(),
      note: z.string().optional().describe('What replaced it.'),
      code: z.string().optional(),
      relationships: z.array(z.string()).optional(),
    }),
  ),
  more_relationships: z.int().optional(),
  ...hint,
});

export const StartedSession = z.object({
  session_id: z.string(),
  started_at: z.string(),
  is_active: z.boolean(),
  project_name: z.string().optional(),
  branch_name: z.string().optional(),
  context_block: z.string().describe('What the workspace knows, as text.'),
  ...hint,
});

export const SessionContext = z.object({ session_id: z.string(), context_block: z.string() });

export const EndedSession = z.object({
  session_id: z.string(),
  is_active: z.boolean(),
  ended_at: z.string(),
  summary: z.string().optional(),
  ...hint,
});

/** A symbol; `place` is its file and lines. */
export const SymbolRow = z.object({
  symbol_id: z.string(),
  symbol_name: z.string(),
  symbol_type: z.enum(CODE_SYMBOL_KINDS),
  place: z.string(),
  relation: z.enum(CODE_EDGE_KINDS).optional(),
  line: z.int().optional().describe('The line of the first reference.'),
  lines: z.array(z.int()).optional().describe('The lines of all references, when there are several.'),
  confidence: z.number().optional().describe('0 to 1, that the reference means this symbol.'),
  found_by: z.enum(CODE_FOUND_BY).optional().describe('The least sure step that led from one to the other.'),
  depth: z.int().optional().describe('Calls away.'),
  via: z.string().optional().describe('The symbol one call nearer.'),
  signature: z.string().optional(),
  doc: z.string().optional(),
});
export type SymbolRow = z.output<typeof SymbolRow>;

export const SymbolList = z.object({
  ...notice,
  count: z.int(),
  results: z.array(SymbolRow),
  ...hint,
});

/** Symbols at one end of edges, and what may be such edges too. */
export const EdgeList = SymbolList.extend({
  unresolved: z
    .object({ calls: z.int(), places: z.array(z.string()) })
    .optional()
    .describe('Calls of such a name that found no target; at most 10 of their places.'),
});

export const SymbolSurroundings = z.object({
  ...notice,
  symbol: SymbolRow,
  callers: z.array(SymbolRow),
  callees: z.array(SymbolRow),
  contained_in: SymbolRow.optional(),
  contains: z.array(SymbolRow),
  ...hint,
});

export const SymbolContext = z.object({
  ...notice,
  graph_empty: z.boolean(),
  symbol: SymbolRow.optional(),
  alternatives: z.array(SymbolRow).optional(),
  callers: z.array(SymbolRow).optional(),
  callees: z.array(SymbolRow).optional(),
  memories: z.array(MemoryRow).optional(),
  ...hint,
});

/** How many secrets were replaced, in any answer of a tool that writes. */
export const redactedSecrets = { redacted_secrets: z.int().optional() };
