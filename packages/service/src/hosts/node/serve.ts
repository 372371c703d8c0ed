import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { messageOf } from '@memory/text/error-facts';
import { startEngine } from '@memory/db/start-engine';
import { requirePublicUrl, type Config } from '../../config/config.ts';
import { backUpBeforeUpgrade, noteVersion } from './data-version.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { undoHalfRestore } from './half-restore.ts';

/**
 * Serves until it is told to stop. The embedded engine starts while the service is loaded.
 * @param options.quiet no welcome and no first workspace: what is printed goes to a log, where no key belongs
 * @throws with a message for whoever started it
 */
export async function serve(config: Config, options: { quiet?: boolean } = {}): Promise<void> {
  requirePublicUrl(config);
  await run(config, options).catch((error: unknown) => {
    const describe = faultOf(error);
    if (describe === undefined) throw error;
    throw new Error(`${describe(resolve(config.DATA_DIR))} (${reasonOf(error)}).`, { cause: error });
  });
}

const FAULTS: readonly (readonly [RegExp, (folder: string) => string])[] = [
  [/EADDRINUSE/u, () => 'Another program listens there: set PORT to a free one'],
  [/ENOSPC|No space/u, (folder) => `The disk of ${folder} is full: make room and start again`],
  [
    /EROFS|read-only file system/iu,
    (folder) => `${folder} cannot be written: name another folder by DATA_DIR, or mount it for writing`,
  ],
];
const faultOf = (error: unknown) => FAULTS.find(([sign]) => sign.test(reasonOf(error)))?.[1];

/** The file system of the engine throws no Error but one with a number of WASI. */
const reasonOf = (error: unknown): string =>
  WASI[(error as { errno?: number }).errno ?? 0] ?? messageOf(error);
const WASI: Readonly<Record<number, string>> = { 51: 'ENOSPC', 69: 'EROFS' };

async function run(config: Config, { quiet = false }: { quiet?: boolean }): Promise<void> {
  const operatorToken = randomBytes(24).toString('base64url');
  const lock = await lockDataDir(config.DATA_DIR, operatorToken);
  try {
    const isEmbedded = !config.DATABASE_URL;
    if (await undoHalfRestore(config.DATA_DIR))
      console.error('A restore was broken off: what was there before it is in its place again.');
    if (isEmbedded) await backUpBeforeUpgrade(config.DATA_DIR);
    const engine = isEmbedded ? openEngine(join(config.DATA_DIR, 'database')) : undefined;
    // It is waited for below, unless the service cannot be loaded.
    engine?.catch(() => undefined);
    const { runService } = await import('./run-service.ts');
    await runService(config, {
      quiet,
      operatorToken,
      engine,
      onReady: async (url) => {
        if (isEmbedded) await noteVersion(config.DATA_DIR);
        await lock.announce(url);
      },
    });
  } finally {
    await lock.release();
  }
}

/** The engine's own words on a damaged file mean nothing to a user. */
const openEngine = (dataDir: string): ReturnType<typeof startEngine> =>
  startEngine({ dataDir }).catch((cause: unknown) => {
    if (faultOf(cause)) throw cause;
    throw new Error(
      `The database in ${resolve(dataDir)} cannot be opened (${messageOf(cause)}). If it is damaged, workspace-memory admin restore FOLDER puts a backup in its place.`,
      { cause },
    );
  });
