import * as z from 'zod';
import { CODE_SYMBOL_KINDS } from '../code.ts';
import { boundedText, LIMITS, text } from '../fields.ts';
import { EdgeList, SymbolContext, SymbolList, SymbolRow, SymbolSurroundings } from './answers.ts';
import { count, offset } from './fields.ts';
import { BOTH, READS, type ToolRow } from './tool.ts';

const reading = { transports: BOTH, scope: 'read', rate: 'read', hints: READS } as const;
const symbol = { symbol_id: text().describe('From code_search.') };

export const codeTools = {
  code_search: {
    ...reading,
    title: 'Search code symbols',
    description:
      'Find functions, classes, modules, constants, properties, types, routes and configuration keys of the indexed code by a part of their name, a file pattern or a type. Use to get the symbol_id that the other code tools take. Returns symbols with signature, file and lines. It searches names, and comments where no name holds several words, not contents; for knowledge about code use memory_search.',
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
  code_navigate: {
    ...reading,
    title: 'Callers and callees',
    description:
      'Show what refers to a symbol and what it refers to, one step in both directions, with what it stands in and contains. Use for orientation around one function or class. For one direction use code_callers or code_callees, for longer chains and memories code_context.',
    input: z.object(symbol),
    output: SymbolSurroundings,
    rest: 'code_callers and code_callees list one direction',
  },
  code_callers: {
    ...reading,
    title: 'Callers of a symbol',
    description:
      'List what calls, extends or imports a symbol, one step back, with relation, lines and how sure; production code first. unresolved counts calls of that name whose target is unknown. Use before changing a signature or behaviour, to see who is affected. For callers of callers use code_context.',
    input: z.object({ ...symbol, offset }),
    output: EdgeList,
  },
  code_callees: {
    ...reading,
    title: 'Callees of a symbol',
    description:
      'List what a symbol calls, extends or imports, one step on, with relation, lines and how sure. unresolved counts calls in it whose target is unknown. Use to see what a function depends on. For who depends on it use code_callers.',
    input: z.object({ ...symbol, offset }),
    output: EdgeList,
  },
  code_context: {
    ...reading,
    title: 'Code with its memories',
    description:
      'Show the call chain around a symbol, three calls far, together with the memories about it. Use before changing code, to learn both how it is called and what the team knows. Name it by symbol_id, or by symbol_name. For neighbours alone use code_navigate. graph_empty is true when no code is indexed.',
    input: z.object({
      symbol_id: text().optional().describe('From code_search.'),
      symbol_name: text().optional().describe('The name of a symbol, such as save or Store.save.'),
      file_path: text().optional().describe('Narrows symbol_name: a path or the end of one.'),
    }),
    output: SymbolContext,
    rest: 'memory_by_file lists the memories of a file, code_callers and code_callees one step of the chain',
  },
} as const satisfies Record<string, ToolRow>;
