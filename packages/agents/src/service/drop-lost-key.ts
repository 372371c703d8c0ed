import { readUserConfig, writeUserConfig } from '../home/user-config.ts';
import type { Home } from '../home/find-home.ts';
import { probeService } from '../connection/probe-service.ts';

/**
 * Takes the key of the user's own service out of the settings where the service knows it no more, as after its workspace was
 * deleted: without one, `up` makes the next.
 * @returns whether it did
 */
export async function dropLostKey(home: Home, url: string): Promise<boolean> {
  const { key, ...others } = readUserConfig(home.config);
  if (key === undefined || others.url !== undefined) return false;
  const { status } = await probeService(url, { secret: key });
  if (status !== 401) return false;
  writeUserConfig(home.config, others);
  return true;
}
