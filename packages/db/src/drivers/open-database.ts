import type { DataApiOptions } from './data-api.ts';
import type { Engine } from './embedded-engine/engine.ts';
import type { OpenDatabase } from './opened-database.ts';
import { searchOn } from '../search/readers.ts';

export type DatabaseConfig =
  | ({ driver: 'data-api' } & DataApiOptions)
  | { driver: 'node-postgres'; url: string; readerUrl?: string | undefined }
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
      const writer = openNodePostgres(config.url);
      if (config.readerUrl === undefined) return writer;
      const reader = openNodePostgres(config.readerUrl);
      searchOn(writer.db, reader.db);
      return {
        ...writer,
        close: async () => void (await Promise.all([writer.close(), reader.close()])),
      };
    }
    case 'pglite': {
      const { openPglite } = await import('./pglite.ts');
      return openPglite(config);
    }
  }
}
