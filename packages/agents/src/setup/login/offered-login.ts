import * as z from 'zod';
import { OAUTH_METADATA_PATHS } from '@memory/contracts';
import { teamFetch } from '../../connection/team-fetch.ts';

/** RFC 9728, and what our service adds to it. */
const Metadata = z.object({
  resource: z.url(),
  authorization_servers: z.array(z.url()).min(1),
  workspace_memory_client_id: z.string().optional(),
  workspace_memory_scope: z.string().optional(),
});

export interface OfferedLogin {
  issuer: string;
  resource: string;
  clientId: string | undefined;
  scope: string | undefined;
}

/** @returns undefined where it offers none */
export async function offeredLogin(url: string): Promise<OfferedLogin | undefined> {
  const response = await teamFetch(`${url}${OAUTH_METADATA_PATHS[0]}`);
  const body: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
  const { data } = Metadata.safeParse(body);
  const issuer = data?.authorization_servers[0];
  return data && issuer !== undefined
    ? {
        issuer,
        resource: data.resource,
        clientId: data.workspace_memory_client_id,
        scope: data.workspace_memory_scope,
      }
    : undefined;
}
