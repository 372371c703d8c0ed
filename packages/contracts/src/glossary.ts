import * as z from 'zod';
import { boundedText, Timestamp } from './fields.ts';

/** Groups that a workspace may add. */
export const GLOSSARY_GROUPS_MAX = 200;

/** Words that mean the same: two to eight, each a word or a short phrase. */
export const GlossaryTerms = z
  .array(boundedText({ max: 80 }))
  .min(2)
  .max(8)
  .transform((terms) => [...new Set(terms.map((term) => term.trim()))])
  .refine((terms) => terms.length > 1, 'List should have at least 2 different items');

export const AddGlossaryGroupBody = z.object({ terms: GlossaryTerms }).meta({ id: 'AddGlossaryGroupBody' });
export type AddGlossaryGroupBody = z.output<typeof AddGlossaryGroupBody>;

export const GlossaryGroup = z
  .object({
    id: z.uuid(),
    terms: z.array(z.string()),
    author: z.string().nullable().meta({ description: 'Name of the key or subject of the login.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'GlossaryGroup' });
export type GlossaryGroup = z.output<typeof GlossaryGroup>;

export const ListGlossaryReply = z
  .object({
    count: z.int(),
    results: z.array(GlossaryGroup).meta({ description: 'The oldest first.' }),
    built_in: z.int().meta({ description: 'Groups of the field that every workspace has.' }),
  })
  .meta({ id: 'ListGlossaryReply' });
export type ListGlossaryReply = z.output<typeof ListGlossaryReply>;
