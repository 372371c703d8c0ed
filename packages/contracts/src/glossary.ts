import * as z from 'zod';
import { component, boundedText, Timestamp } from './fields.ts';
import { count, offset, redactedSecrets } from './tools/shapes.ts';
import { ADDS } from './tools/tool-door.ts';
import { noun } from './verb.ts';

export const GLOSSARY_GROUPS_MAX = 200;

const GlossaryTerms = z
  .array(boundedText({ max: 80 }))
  .min(2)
  .max(8)
  .transform((terms) => [...new Set(terms.map((term) => term.trim()))])
  .refine((terms) => terms.length > 1, 'List should have at least 2 different items');

export const AddGlossaryGroupBody = component('AddGlossaryGroupBody', { terms: GlossaryTerms });
export type AddGlossaryGroupBody = z.output<typeof AddGlossaryGroupBody>;

export const GlossaryGroup = component('GlossaryGroup', {
  id: z.uuid(),
  terms: z.array(z.string()),
  author: z.string().nullable().describe('Name of the key or subject of the login.'),
  created_at: Timestamp,
});
export type GlossaryGroup = z.output<typeof GlossaryGroup>;

export const ListGlossaryReply = component('ListGlossaryReply', {
  count: z.int(),
  results: z.array(GlossaryGroup).describe('The oldest first.'),
  built_in: z.int().describe('Groups of the field that every workspace has.'),
});
export type ListGlossaryReply = z.output<typeof ListGlossaryReply>;

export const glossary = noun('glossary', 'Glossary', {
  listGlossary: {
    summary: "The workspace's own groups of words that mean the same.",
    scope: 'read',
    output: ListGlossaryReply,
    doors: {
      http: 'GET /glossary',
      tool: {
        name: 'glossary_list',
        title: 'List the glossary',
        description:
          "List the workspace's own groups of words that mean the same, by which searches find synonyms. Use before glossary_add, or to learn how the team calls things.",
        input: z.object({ limit: count({ max: 200, default: 100 }), offset }),
        output: z.object({
          notice: z.string().optional(),
          count: z.int(),
          results: z.array(
            z.object({ terms: z.array(z.string()), author: z.string().optional(), date: z.string() }),
          ),
          hint: z.string().optional(),
        }),
        rest: 'call again with offset',
      },
    },
  },
  addGlossaryGroup: {
    summary: 'Say which words mean the same: searches for one find the others from now on.',
    scope: 'write',
    input: AddGlossaryGroupBody,
    output: GlossaryGroup,
    errors: ['conflict'],
    doors: {
      http: { at: 'POST /glossary', status: 201, idempotent: true },
      tool: {
        name: 'glossary_add',
        title: 'Add to the glossary',
        description:
          "Say which words mean the same in this workspace, such as a product's code name and its real one: searches for one find the others from now on. Use when a search missed a memory that says it in other words. With retract true the group is taken back.",
        hints: { ...ADDS, destructiveHint: true },
        input: z.object({
          terms: GlossaryTerms.describe('Two to eight words or short phrases.'),
          retract: z.boolean().default(false).describe('Removes the group of these words.'),
        }),
        output: z.object({ terms: z.array(z.string()), hint: z.string(), ...redactedSecrets }),
      },
    },
  },
  deleteGlossaryGroup: {
    summary: 'Remove a group of words.',
    scope: 'write',
    errors: ['not_found'],
    doors: { http: 'DELETE /glossary/{id}' },
  },
});
