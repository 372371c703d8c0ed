import { ImportMemoriesBody, ImportMemoriesReply } from '../records/importing.ts';
import type { Route } from '../http/route.ts';

/** What other tools remembered. */
export const importRoutes = {
  importMemories: {
    method: 'POST',
    path: '/api/v1/memories/import',
    summary: 'Keep what another tool remembered, with its own dates and authors; again, only what changed.',
    tag: 'Memories',
    scope: 'write',
    rate: 'write',
    body: ImportMemoriesBody,
    status: 200,
    response: ImportMemoriesReply,
    errors: [],
    sends: ['generateEmbedding'],
    extension: true,
  },
} as const satisfies Record<string, Route>;
