import { listRelatedMemories } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/memories/{ref}/related: memories near in meaning, by cosine similarity. */
export const handler = endpoint('listRelatedMemories', (services, workspace, { path, query }) =>
  listRelatedMemories(services, workspace, { ...path, ...query }),
);
