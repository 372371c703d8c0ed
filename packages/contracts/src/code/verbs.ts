import * as z from 'zod';
import {
  CodeContext,
  CodeSymbolRecord,
  CodeStatusQuery,
  CodeStatusReply,
  StoreCodeFilesBody,
  StoreCodeFilesReply,
} from './code.ts';
import { boundedText, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import {
  EdgeList,
  MemoryRow,
  SymbolList,
  SymbolRow,
  TitleRow,
  count,
  offset,
  hint,
  notice,
} from '../tools/shapes.ts';
import { STDIO_ONLY } from '../tools/tool-door.ts';
import { CODE_SYMBOL_KINDS } from '../vocabulary.ts';
import { noun } from '../verb.ts';

/** How something remembered stands to a change of code: the most telling first. */
export const IMPACT_KINDS = [
  'gone',
  'changed',
  'caller',
  'convention',
  'file',
  'contradiction',
  'reference',
] as const;

const symbol = { symbol_id: text().describe('From code_search.') };

export const code = noun('code', 'Code', {
  storeCodeFiles: {
    summary: 'Keep the symbols and references of changed source files; their edges follow in the background.',
    scope: 'write',
    input: StoreCodeFilesBody,
    output: StoreCodeFilesReply,
    errors: ['payload_too_large'],
    sends: ['resolveCodeGraph'],
    doors: { http: 'POST /code/files' },
  },
  getCodeStatus: {
    summary: 'The indexed repositories; of one, also its files with their hashes.',
    scope: 'read',
    input: CodeStatusQuery,
    output: CodeStatusReply,
    doors: { http: 'GET /code/status' },
  },
  deleteCodeRepository: {
    summary: 'Delete the index of a repository.',
    scope: 'write',
    errors: ['not_found'],
    doors: { http: 'DELETE /code/repositories/{name}' },
  },
  searchSymbols: {
    summary: 'Symbols of the indexed code by a part of their name.',
    scope: 'read',
    input: z.object({
      q: boundedText({ max: LIMITS.queryLength }),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({
      count: z.int(),
      results: z.array(CodeSymbolRecord),
      nearest: z.array(CodeSymbolRecord),
    }),
    doors: {
      tool: {
        name: 'code_search',
        title: 'Search code symbols',
        description:
          'Find functions, classes, modules, constants, properties, types, routes and configuration keys of the indexed code by a part of their name, a file pattern or a type. Use to get the symbol_id that other code tools take. Returns symbols with signature, file and lines. It searches names, then comments, not contents; for knowledge about code use memory_search.',
        input: z.object({
          q: boundedText({ max: LIMITS.labelLength, notBlank: false })
            .optional()
            .describe('A part of the name, whatever its case; of several words all.'),
          file_pattern: boundedText({ max: 255 }).optional().describe('A glob such as src/**/*.ts.'),
          symbol_type: z.enum(CODE_SYMBOL_KINDS).optional(),
          repository: text().optional().describe('Only of this one, as answers name it, or its origin.'),
          limit: count({ max: 500, default: 50 }),
          offset,
        }),
        output: SymbolList.extend({
          nearest: z
            .array(SymbolRow)
            .optional()
            .describe('The symbols with the nearest names, when none matches.'),
        }),
      },
      operator: { of: 'workspace', console: true },
    },
  },
  navigateCode: {
    scope: 'read',
    doors: {
      tool: {
        name: 'code_navigate',
        title: 'Callers and callees',
        description:
          'Show what refers to a symbol and what it refers to, one step in both directions, with what it stands in and contains. Use for orientation around one function or class. For one direction use code_callers or code_callees, for longer chains and memories code_context.',
        input: z.object(symbol),
        output: z.object({
          ...notice,
          symbol: SymbolRow,
          callers: z.array(SymbolRow),
          callees: z.array(SymbolRow),
          contained_in: SymbolRow.optional(),
          contains: z.array(SymbolRow),
          ...hint,
        }),
        rest: 'code_callers and code_callees list one direction',
      },
    },
  },
  findCallers: {
    scope: 'read',
    doors: {
      tool: {
        name: 'code_callers',
        title: 'Callers of a symbol',
        description:
          'List what calls, extends or imports a symbol, one step back, with relation, lines and how sure; production code first. unresolved counts calls of that name whose target is unknown. Use before changing a signature or behaviour, to see who is affected. For callers of callers use code_context.',
        input: z.object({ ...symbol, offset }),
        output: EdgeList,
      },
    },
  },
  findCallees: {
    scope: 'read',
    doors: {
      tool: {
        name: 'code_callees',
        title: 'Callees of a symbol',
        description:
          'List what a symbol calls, extends or imports, one step on, with relation, lines and how sure. unresolved counts calls in it whose target is unknown. Use to see what a function depends on. For who depends on it use code_callers.',
        input: z.object({ ...symbol, offset }),
        output: EdgeList,
      },
    },
  },
  showSymbol: {
    summary: 'A symbol with what calls it, what it calls, and what the team remembers of it.',
    scope: 'read',
    input: z.object({ symbolId: z.uuid() }),
    output: CodeContext,
    doors: {
      tool: {
        name: 'code_context',
        title: 'Code with its memories',
        description:
          'Show the call chain around a symbol, three calls far, together with the memories about it. Use before changing code, to learn both how it is called and what the team knows. Name it by symbol_id, or by symbol_name. For neighbours alone use code_navigate. graph_empty is true when no code is indexed.',
        input: z.object({
          symbol_id: text().optional().describe('From code_search.'),
          symbol_name: text().optional().describe('The name of a symbol, such as save or Store.save.'),
          file_path: text().optional().describe('Narrows symbol_name: a path or the end of one.'),
        }),
        output: z.object({
          ...notice,
          graph_empty: z.boolean(),
          symbol: SymbolRow.optional(),
          alternatives: z.array(SymbolRow).optional(),
          callers: z.array(SymbolRow).optional(),
          callees: z.array(SymbolRow).optional(),
          memories: z.array(MemoryRow).optional(),
          ...hint,
        }),
        rest: 'memory_by_file lists the memories of a file, code_callers and code_callees one step of the chain',
      },
      operator: { of: 'workspace', console: true },
    },
  },
  findCallPath: {
    scope: 'read',
    doors: {
      tool: {
        name: 'code_path',
        title: 'Call path between two symbols',
        description:
          'Show the shortest chain of calls by which one symbol reaches another, with the line of each call. Use to see how an entry point comes to a function, or whether a change there can matter here. A class stands for its methods too. For all neighbours use code_navigate.',
        input: z.object({
          from: boundedText({ max: LIMITS.queryLength }).describe(
            'A symbol_id, or a name such as Store.save.',
          ),
          to: boundedText({ max: LIMITS.queryLength }).describe('The same, of what is called in the end.'),
        }),
        output: SymbolList,
        rest: 'ask for parts of the chain',
      },
    },
  },
  findImpact: {
    scope: 'read',
    doors: {
      tool: {
        name: 'code_impact',
        title: 'Impact of a change on what is remembered',
        description:
          'Say what is remembered that a change of code touches: memories whose symbols changed or are gone, decisions about their callers, conventions of its files, documents that name what is gone. Use before a commit or a review; without diff for what is not committed. Settle what is stale by ground_settle.',
        transports: STDIO_ONLY,
        input: z.object({
          diff: boundedText({ max: LIMITS.labelLength })
            .default('HEAD')
            .describe('A..B, A...B, or A for the working tree against A.'),
          staged: z.boolean().default(false).describe('Only what is staged, against diff.'),
          project_path: boundedText({ max: LIMITS.queryLength })
            .optional()
            .describe('Absolute path of the repository; else the one that you work in.'),
          limit: count({ max: 50, default: 10 }),
        }),
        output: z.object({
          notice: z.string().optional(),
          count: z.int(),
          results: z.array(
            TitleRow.partial().extend({
              kind: z.enum(IMPACT_KINDS),
              reason: z.string(),
              path: z.string().optional(),
              line: z.int().optional(),
              date: z.string().optional(),
            }),
          ),
          hint: z.string().optional(),
        }),
        rest: 'ask for a smaller diff, or raise limit',
      },
    },
  },
  listRememberedSymbols: {
    summary: 'The symbols and files that most memories are about.',
    scope: 'read',
    input: z.object({ limit: z.int().min(1).max(500).default(200) }),
    output: z.object({
      symbols: z.array(
        z.object({
          repository: z.string(),
          path: z.string(),
          /** Empty for a file. */
          name: z.string(),
          symbol_id: z.string().nullable(),
          memories: z.int(),
          /** Of them those whose code was changed or is gone. */
          doubtful: z.int(),
        }),
      ),
    }),
    doors: { operator: { of: 'workspace', console: true } },
  },
});
