import type { Services } from '@memory/core';
import { createTableEmbedder } from '@memory/providers/embedder/table';
import { createQueryEmbedding } from '@memory/providers/embedder/query-embedding';
import {
  findWorkspace,
  keepSearchIndexes,
  migrate,
  openDatabase,
  type DatabaseConfig,
  type OpenDatabase,
  type Workspace,
} from '@memory/db';

/** The services of a search below HTTP. */
export interface SearchBench {
  services: Pick<Services, 'db' | 'settings' | 'embedding'>;
  opened: OpenDatabase;
  engine: string;
  /** The workspace as requests know it now, its index made where there is to be one. */
  reread(workspace: Workspace): Promise<Workspace>;
}

/** Opens a database with the schema, as a service has it, for the time of `work`. */
export async function withSearchDatabase(
  config: DatabaseConfig,
  work: (bench: SearchBench) => Promise<void>,
): Promise<void> {
  const opened = await openDatabase(config);
  const { db } = opened;
  const embedder = createTableEmbedder();
  const builtIn = { embedder, embedQuery: createQueryEmbedding(embedder) };
  try {
    await migrate(db);
    await opened.tune?.();
    const indexes = keepSearchIndexes(db);
    await work({
      services: {
        db,
        settings: { memoryIdForm: 'A' } as Services['settings'],
        embedding: { provider: builtIn, builtIn },
      },
      opened,
      engine: config.driver === 'pglite' ? 'PGlite' : 'PostgreSQL',
      reread: async ({ id }) => {
        const workspace = await findWorkspace(db, id);
        if (!workspace) throw new Error('The workspace of the bench is gone.');
        indexes.find(id, { model: workspace.embeddingModel, memoryCount: workspace.memoryCount });
        await indexes.loaded();
        return workspace;
      },
    });
  } finally {
    await opened.close();
  }
}
