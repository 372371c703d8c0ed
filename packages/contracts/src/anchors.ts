import * as z from 'zod';
import { Timestamp } from './fields.ts';

/** Where an answer of a tool holds the anchors of its memories, beside what is specified. */
export const ANCHORS_META = 'workspace-memory/anchors';

export const ANCHOR_VERDICTS = ['current', 'moved', 'changed', 'gone', 'unknown'] as const;
export const ANCHOR_REASONS = ['named', 'edited', 'file'] as const;

/** What ties a memory to a symbol or file: hashes of how it was, and where the last index has it. */
export const ShownAnchor = z
  .object({
    memory: z.string(),
    repository: z.string(),
    origin: z.string().nullable(),
    path: z.string(),
    name: z.string().meta({ description: 'Qualified; empty for a file.' }),
    kind: z.enum(['symbol', 'file']),
    reason: z.enum(ANCHOR_REASONS),
    signature_hash: z.string().nullable(),
    body_hash: z.string().nullable(),
    commit_id: z.string().nullable(),
    grounded_at: Timestamp,
    verdict: z.enum(ANCHOR_VERDICTS),
    now_path: z.string().nullable(),
    now_name: z.string().nullable(),
    part: z.string().nullable(),
    content_hash: z
      .string()
      .nullable()
      .meta({ description: 'Of its file, as it was indexed last; null where the index has none.' }),
  })
  .meta({ id: 'ShownAnchor' });
export type ShownAnchor = z.output<typeof ShownAnchor>;
