import type { Services } from '@memory/core';
import { createLexicalEmbedders } from '@memory/core/lexical-embedders';
import {
  findWorkspace,
  migrate,
  openDatabase,
  type DatabaseConfig,
  type OpenDatabase,
  type Workspace,
} from '@memory/db';

/** What a search needs below HTTP. */
export interface SearchBench {
  services: Pick<Services, 'db' | 'settings'> & {
    embedding: { provider: 'lexical'; trainingThread: 'worker' } & Pick<
      Services['embedding'],
      'lexicalEmbedders'
    >;
  };
  opened: OpenDatabase;
  engine: string;
  /** The workspace as requests know it now. */
  reread(workspace: Workspace): Promise<Workspace>;
}

/** Opens a database with the schema, as a service has it, for the time of `work`. */
export async function withSearchDatabase(
  config: DatabaseConfig,
  work: (bench: SearchBench) => Promise<void>,
): Promise<void> {
  const opened = await openDatabase(config);
  const { db } = opened;
  try {
    await migrate(db);
    await opened.tune?.();
    await work({
      services: {
        db,
        settings: { memoryIdForm: 'A' } as Services['settings'],
        embedding: {
          provider: 'lexical',
          lexicalEmbedders: createLexicalEmbedders(),
          trainingThread: 'worker',
        },
      },
      opened,
      engine: config.driver === 'pglite' ? 'PGlite' : 'PostgreSQL',
      reread: async (workspace) => (await findWorkspace(db, workspace.id)) ?? workspace,
    });
  } finally {
    await opened.close();
  }
}
