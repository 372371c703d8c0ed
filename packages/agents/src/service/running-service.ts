import type { Home } from '../home/find-home.ts';
import { findLockHolder } from '@memory/service/lock';

export interface RunningService {
  pid: number;
  url: string;
}

const ANSWERS_WITHIN_MS = 2_000;

/** The user's service, if its process lives and has said where it listens. */
export async function runningService(home: Home): Promise<RunningService | undefined> {
  const holder = await findLockHolder(home.data);
  return holder?.url === undefined ? undefined : { pid: holder.pid, url: holder.url };
}

/** Any answer will do: one without a key is a refusal. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/v1/openapi.json`, {
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}
