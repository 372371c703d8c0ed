import { storeCodeFiles } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/code/files: keeps what the indexer read of changed files; edges follow as a job. */
export const handler = endpoint('storeCodeFiles', (services, workspace, { body }) =>
  storeCodeFiles(services, workspace, body),
);
