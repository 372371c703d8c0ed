import { createClient, type Client } from '@memory/client';
import { findHome, type Home } from '../home/find-home.ts';
import { LoginEndedError } from '../home/login/fresh-login.ts';
import { readLogin } from '../home/login/login.ts';
import { readUserConfig, type UserConfig } from '../home/user-config.ts';
import { accessTokenAt } from './access-token-at.ts';
import { patientFetch } from './patient-fetch.ts';
import { ownCommand } from '../command/own-command.ts';

/** A key, or what gives the access token of a login, which is renewed. */
export type Secret = string | (() => Promise<string>);

export interface Target {
  url: string;
  key: Secret | undefined;
  /** Which workspace a login means. */
  workspaceId?: string | undefined;
  /** It is the user's own service. */
  isOwn?: boolean;
}

export interface Connection {
  client: Client;
  /** How many secrets were replaced so far in what was sent. */
  redactedSecrets: () => number;
}

/** Where `npm start` listens. */
const USUAL_URL = 'http://127.0.0.1:8787';

/**
 * The service and the key to use: what the environment names, else what is set for this user, else the user's own service,
 * which is started when it was set up once and does not run. A key of the user's goes to no address but that it was set for.
 */
export async function findTarget(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Target> {
  const url = environment['WORKSPACE_MEMORY_URL']?.trim() || undefined;
  const key = environment['WORKSPACE_MEMORY_API_TOKEN']?.trim() || undefined;
  if (url !== undefined || key !== undefined) return { url: url ?? USUAL_URL, key };
  const home = findHome(environment);
  const config = readUserConfig(home.config);
  if (config.url !== undefined) return teamTarget(home, { ...config, url: config.url });
  if (config.key === undefined) return { url: USUAL_URL, key: undefined };
  const { startService } = await import('../service/start-service.ts');
  const service = await startService(home);
  return { url: service.url, key: config.key, isOwn: true };
}

/** The service of a team, by the key or the login that was set for it. */
function teamTarget(home: Home, { url, key, workspaceId }: UserConfig & { url: string }): Target {
  if (key !== undefined || readLogin(home)?.url !== url) return { url, key };
  const token = async () => {
    const current = await accessTokenAt(home, url);
    if (current === undefined) throw new LoginEndedError(url);
    return current;
  };
  return { url, key: token, workspaceId };
}

/**
 * @param batch joins all that is changed to one batch, which is undone as one
 * @throws when no key is known
 */
export async function connect({ batch }: { batch?: string } = {}): Promise<Connection> {
  const { url, key, workspaceId } = await findTarget();
  if (!key)
    throw new Error(
      `No service is set up. ${ownCommand()} up starts your own; for another set WORKSPACE_MEMORY_URL and WORKSPACE_MEMORY_API_TOKEN (npm run admin -- key create makes a key).`,
    );
  let redacted = 0;
  const client = createClient({
    url,
    key,
    workspaceId,
    fetch: patientFetch(url),
    batch,
    onRedacted: (count) => (redacted += count),
  });
  return { client, redactedSecrets: () => redacted };
}
