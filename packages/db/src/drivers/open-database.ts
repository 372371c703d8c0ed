import type { DataApiOptions } from './data-api.ts';
import type { Engine } from './embedded-engine/engine.ts';
import type { OpenDatabase } from './opened-database.ts';

export type DatabaseConfig =
  | ({ driver: 'data-api' } & DataApiOptions)
  | { driver: 'node-postgres'; url: string }
  | { driver: 'pglite'; dataDir?: string; started?: Promise<Engine> | undefined };

/** The one place where a driver is chosen; each is loaded only when it is. */
export async function openDatabase(config: DatabaseConfig): Promise<OpenDatabase> {
  switch (config.driver) {
    case 'data-api': {
      const { openDataApi } = await import('./data-api.ts');
      return openDataApi(config);
    }
    case 'node-postgres': {
      const { openNodePostgres } = await import('./node-postgres.ts');
      return openNodePostgres(config.url);
    }
    case 'pglite': {
      const { openPglite } = await import('./pglite.ts');
      return openPglite(config);
    }
  }
}
