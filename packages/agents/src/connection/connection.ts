import { DelegateBackoff, handleWhenResult, retry, type IRetryBackoffContext } from 'cockatiel';
import { createClient, type Client } from '@memory/client';
import { ownCommand } from '../command/print.ts';
import { findHome, type Home } from '../home/find-home.ts';
import { LoginEndedError } from '../home/login/fresh-login.ts';
import { readLogin } from '../home/login/login.ts';
import { readUserConfig, type UserConfig } from '../home/user-config.ts';
import { whyNoAnswer } from '../home/why-no-answer.ts';
import { causeOf, accessTokenAt, fetchFor } from './team-fetch.ts';

/** A key, or what gives the access token of a login, which is renewed. */
export type Secret = string | (() => Promise<string>);

export interface Target {
  url: string;
  key: Secret | undefined;
  /** Which workspace a login means. */
  workspaceId?: string | undefined;
  isOwn?: boolean;
}

export interface Connection {
  client: Client;
  /** How many secrets were replaced so far in what was sent, and in which files, documents or memories. */
  redacted: { count: number; where: Set<string> };
}

/** Where `npm start` listens. */
const USUAL_URL = 'http://127.0.0.1:8787';

/**
 * The service and the key that the environment names; undefined where it names neither.
 * @throws Error that names the setting which cannot be used
 */
export function environmentTarget(
  environment: Readonly<Record<string, string | undefined>>,
): { url: string; key: string | undefined } | undefined {
  const url = environment['WORKSPACE_MEMORY_URL']?.trim() || undefined;
  if (url !== undefined && (!/^https?:/iu.test(url) || !URL.canParse(url)))
    throw new Error(`WORKSPACE_MEMORY_URL should be like https://memory.example, not ${url}.`);
  const key = environment['WORKSPACE_MEMORY_API_TOKEN']?.trim() || undefined;
  return url === undefined && key === undefined ? undefined : { url: url ?? USUAL_URL, key };
}

/**
 * The service and the key to use: what the environment names, else what is set for this user, else the user's own service,
 * which is started when it was set up once and does not run. A key of the user's goes to no address but that it was set for.
 */
export async function findTarget(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Target> {
  const named = environmentTarget(environment);
  if (named) return named;
  const home = findHome(environment);
  const config = readUserConfig(home.config);
  if (config.url !== undefined) return teamTarget(home, { ...config, url: config.url });
  if (config.key === undefined) return { url: USUAL_URL, key: undefined };
  const { startService } = await import('../service/start-service.ts');
  const service = await startService(home);
  return { url: service.url, key: config.key, isOwn: true };
}

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
  const redacted: Connection['redacted'] = { count: 0, where: new Set() };
  const client = createClient({
    url,
    key,
    workspaceId,
    fetch: patientFetch(url),
    batch,
    onRedacted: (count, where) => {
      redacted.count += count;
      for (const name of where) redacted.where.add(name);
    },
  });
  return { client, redacted };
}

/** Tries within about a minute, or as the service says when it will have time: it starts, wakes up or is busy. */
const RETRIES = 5;
const RETRY_AFTER_MAX_SECONDS = 60;
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * A `fetch` for one service which tries again while that cannot be reached, is busy or asks to wait. Only for calls that
 * may be made twice: what ingesting and indexing send is compared with what is there.
 * @throws with the reason in its message when the service gives no answer
 */
export function patientFetch(url: string): typeof fetch {
  const fetching = fetchFor(new URL(url));
  return async (input, init) => {
    try {
      const send = await fetching;
      const isAborted = () => init?.signal?.aborted ?? false;
      return await policy(isAborted).execute(() => send(input, init));
    } catch (error) {
      throw new Error(
        `The service at ${url} gave no answer: ${whyNoAnswer(causeOf(error))}. Start it with workspace-memory up (in a clone npm start), or set WORKSPACE_MEMORY_URL.`,
        { cause: error },
      );
    }
  };
}

const policy = (isAborted: () => boolean) =>
  retry(
    handleWhenResult((answer) => LATER.has((answer as Response).status)).orWhen(() => !isAborted()),
    {
      maxAttempts: RETRIES,
      backoff: new DelegateBackoff<IRetryBackoffContext<unknown>>(
        ({ result, attempt }) =>
          retryAfterMs('value' in result ? (result.value as Response) : undefined) ?? 500 * 2 ** attempt,
      ),
    },
  );

function retryAfterMs(response: Response | undefined): number | undefined {
  const given = response?.headers.get('retry-after');
  return given ? Math.min(Number(given), RETRY_AFTER_MAX_SECONDS) * 1_000 : undefined;
}
