import * as z from 'zod';
import { boundedText, Labels, text, UnitInterval } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import {
  CODE_EDGE_KINDS,
  CODE_FOUND_BY,
  CODE_MEMORY_LINKS,
  CODE_SYMBOL_KINDS,
  MEMORY_TYPES,
  RELATIONSHIP_TYPES,
} from '../vocabulary.ts';

export const workspaceId = {
  workspace_id: text()
    .optional()
    .describe('Only with a login that belongs to several workspaces; a key knows its own.'),
};

/** Without the names by which the REST document shares its parts: a tool's schema stands alone. */
export const memoryType = z.enum(MEMORY_TYPES);
export const relationshipTypes = z.array(z.enum(RELATIONSHIP_TYPES));

export const query = boundedText({ max: LIMITS.queryLength, notBlank: false });
export const labels = Labels;
export const unitInterval = UnitInterval;

/** A count with its bounds and what stands for it when it is left out. */
export const count = (bounds: { max: number; default: number }) =>
  z.int().min(1).max(bounds.max).default(bounds.default);

/** Of a list that goes on beyond its limit or beyond what one answer holds. */
export const offset = z.int().min(0).max(LIMITS.offset).default(0).describe('Results to skip.');

/** The identifier that the deployment's form addresses a memory by. */
export const identifiers = {
  id: z.string().optional().meta({ form: 'A' }),
  memory_id: z.string().optional().meta({ form: 'B' }),
};

/** Stands in every answer that holds recalled text. */
export const notice = { notice: z.string().optional() };

/** The next step, or the part that the answer leaves out. */
export const hint = { hint: z.string().optional() };

export const TitleRow = z.object({ ...identifiers, title: z.string(), memory_type: memoryType });
export type TitleRow = z.output<typeof TitleRow>;

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
  alike: z.array(z.string()).optional().describe('Others that say much the same.'),
  passage: z.string(),
  more_characters: z.int().optional().describe('How much more text there is beyond the passage.'),
});
export type MemoryRow = z.output<typeof MemoryRow>;

export const MemoryList = z.object({
  ...notice,
  count: z.int(),
  results: z.array(MemoryRow),
  nearest: TitleRow.optional().describe('The nearest memory, when nothing is certain.'),
  ...hint,
});

/** The memory as it stands after a call that changed it, by its title. */
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

/** How many secrets were replaced, in any answer of a tool that writes. */
export const redactedSecrets = { redacted_secrets: z.int().optional() };
