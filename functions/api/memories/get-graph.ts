import { endpoint, replyWithGraph } from '@memory/service';

/** GET /api/v1/memories/graph: every memory and relationship of the workspace. */
export const handler = endpoint('getGraph', replyWithGraph);
