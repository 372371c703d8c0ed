import * as z from 'zod';
import { queryInteger } from '../fields.ts';
import { MemoryWithFeedback } from '../memories/memory.ts';

export const ExportQuery = z.object({
  limit: queryInteger({ min: 1, max: 500, default: 100 }).meta({
    description: 'At most so many; a page of large memories is shorter.',
  }),
  after: z.string().optional().meta({ description: '`next` of the page before.' }),
});
export type ExportQuery = z.output<typeof ExportQuery>;

export const ExportReply = z
  .object({
    memories: z
      .array(MemoryWithFeedback)
      .meta({ description: 'The memories in the order in which they were stored.' }),
    next: z.uuid().nullable().meta({ description: 'Names the next page; null on the last.' }),
  })
  .meta({ id: 'ExportReply' });
export type ExportReply = z.output<typeof ExportReply>;
