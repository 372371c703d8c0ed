import { WORKSPACE_ID_HEADER } from '@memory/contracts';
import { teamFetch } from './team-fetch.ts';

export interface Probe {
  status: number;
  headers: Headers;
  detail: string;
}

const ANSWERS_WITHIN_MS = 5_000;

/** Asks a service for what every key and login may have: one memory. @throws with the reason when there is no answer */
export async function probeService(
  url: string,
  { secret, workspaceId }: { secret: string; workspaceId?: string | undefined },
): Promise<Probe> {
  const response = await teamFetch(`${url}/api/v1/memories/?limit=1`, {
    headers: {
      authorization: `Token ${secret}`,
      ...(workspaceId === undefined ? {} : { [WORKSPACE_ID_HEADER]: workspaceId }),
    },
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  });
  const { status, headers } = response;
  const body = (await response.json().catch(() => undefined)) as { detail?: unknown } | undefined;
  return { status, headers, detail: typeof body?.detail === 'string' ? body.detail : '' };
}
