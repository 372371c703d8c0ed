import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PERSON_HEADER, PROJECT_HEADER } from '@memory/contracts/project-header';
import { WORKSPACE_ID_HEADER } from '@memory/contracts/workspace-id-header';
import { withoutEnd } from '@memory/text/without-end';
import { parseJson } from '../../home/attempt.ts';
import { type Home, isStopped, readInstallation } from '../../home/find-home.ts';
import { readLogin } from '../../home/login/login.ts';
import type { UserConfig } from '../../home/user-config.ts';
import { uptimeMs } from '../uptime-ms.ts';

export interface Sent {
  /** Below the address, which may have a path itself. */
  path: string;
  body: unknown;
  /** Which the question is asked in. */
  project?: string | undefined;
  person?: string | undefined;
  /** For the whole of it: connecting, sending, waiting and reading. */
  timeoutMs: number;
}

export interface Answer {
  status: number;
  /** Seconds, of `Retry-After`. */
  retryAfterS: number | undefined;
  /** Undefined where it is no JSON. */
  body: unknown;
}

const ANSWER_BYTES_MAX = 2 * 1_024 * 1_024;

/**
 * One request to the service. Node's own client, loaded when it is needed: `fetch` takes 40 ms more at its first call.
 * @throws where no answer came
 */
export async function send(
  { url, key, workspaceId }: ServiceAddress,
  { path, body, project, person, timeoutMs }: Sent,
): Promise<Answer> {
  const target = new URL(withoutEnd(url, '/') + path);
  const { request: start } = await (target.protocol === 'https:'
    ? import('node:https')
    : import('node:http'));
  return new Promise((resolve, reject) => {
    const content = Buffer.from(JSON.stringify(body));
    const request = start(
      target,
      {
        method: 'POST',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          ...(project === undefined ? {} : { [PROJECT_HEADER]: encodeURIComponent(project) }),
          ...(person === undefined ? {} : { [PERSON_HEADER]: encodeURIComponent(person) }),
          ...(workspaceId === undefined ? {} : { [WORKSPACE_ID_HEADER]: workspaceId }),
          authorization: `Token ${key}`,
          accept: 'application/json',
          'content-type': 'application/json',
          'content-length': content.length,
        },
      },
      (response: IncomingMessage) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > ANSWER_BYTES_MAX) request.destroy(new Error('The answer is too long.'));
          else chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfterS: seconds(response.headers['retry-after']),
            body: parseJson(Buffer.concat(chunks).toString('utf8')),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(content);
  });
}

/** One moment of a session: what happened is kept, and the answer says what to tell. @throws where no answer came */
export const sendMoment = (
  address: ServiceAddress,
  { session, ...sent }: Omit<Sent, 'path'> & { session: string },
): Promise<Answer> =>
  send(address, { path: `/api/v1/sessions/${encodeURIComponent(session)}/moments`, ...sent });

function seconds(header: string | undefined): number | undefined {
  const value = Number(header);
  return header !== undefined && Number.isFinite(value) && value >= 0 ? value : undefined;
}

export interface ServiceAddress {
  url: string;
  key: string;
  /** Captured events for it are bound to this. */
  service: string;
  /** It is the user's own service, which whoever needs it may start. */
  isOwn: boolean;
  /** Of a login, which is renewed; keys have no end that is known here. */
  expiresAt?: string;
  workspaceId?: string | undefined;
}

/**
 * The service that is configured: by the environment, as for every command of ours, else for the user. A key goes to the
 * address that it was set with and to no other.
 * @returns undefined without a key or login
 */
export function serviceAddress(
  config: UserConfig,
  environment: NodeJS.ProcessEnv,
  home: Home,
): ServiceAddress | undefined {
  const url = environment['WORKSPACE_MEMORY_URL'];
  const token = environment['WORKSPACE_MEMORY_API_TOKEN'];
  const key = token || (url && url !== config.url ? undefined : config.key);
  const named = url || config.url;
  const service = serviceName(config, environment);
  const login = key ? undefined : readLogin(home);
  if (login && named === login.url && login.url === config.url)
    return {
      url: login.url,
      key: login.accessToken,
      service,
      isOwn: false,
      expiresAt: login.expiresAt,
      workspaceId: config.workspaceId,
    };
  return key
    ? { url: named || (token ? LOCAL : ownAddress(home)), key, service, isOwn: !named && !token }
    : undefined;
}

/** Where the user's own service listens: its lock says so, since the usual port may have been taken. */
function ownAddress({ data }: Home): string {
  try {
    const { url } = JSON.parse(readFileSync(join(data, 'lock'), 'utf8')) as { url?: string };
    return url ?? LOCAL;
  } catch {
    return LOCAL;
  }
}

export const OWN_SERVICE = 'own';

/** Where `npm start` listens. */
const LOCAL = 'http://127.0.0.1:8787';

/**
 * Which service is configured, with or without a key for it: what is captured is bound to it. The configured key is no part
 * of it, since keys are changed for others of the same workspace; one of the environment is, since each project may set its own.
 */
export function serviceName(
  { url, key, workspaceId }: Pick<UserConfig, 'url' | 'key' | 'workspaceId'>,
  environment: NodeJS.ProcessEnv,
): string {
  const named = environment['WORKSPACE_MEMORY_URL'] || url;
  const token = environment['WORKSPACE_MEMORY_API_TOKEN'];
  if (!named && !token) return OWN_SERVICE;
  const service = withoutEnd(named || LOCAL, '/');
  if (token && token !== key)
    return `${service}#key-${createHash('sha256').update(token).digest('hex').slice(0, 12)}`;
  return service + (named === url && workspaceId !== undefined ? `#${workspaceId}` : '');
}

/** The address with an access token that is good, which another process renews where it is not. @throws where that takes too long */
export async function withFreshLogin(
  address: ServiceAddress,
  {
    home,
    endsAt,
    startRenewal,
  }: { home: Home; endsAt: number; startRenewal: (() => Promise<void>) | undefined },
): Promise<ServiceAddress> {
  const { expiresAt, key } = address;
  if (expiresAt === undefined || Date.parse(expiresAt) > Date.now()) return address;
  await startRenewal?.();
  while (uptimeMs() < endsAt) {
    const login = readLogin(home);
    if (login && login.accessToken !== key && login.url === address.url)
      return { ...address, key: login.accessToken, expiresAt: login.expiresAt };
    await sleep(20);
  }
  throw new Error('The login has ended and was not renewed in time.');
}

/**
 * Has the installed command start the user's service, unless the user stopped it. The command finds one that runs; nothing
 * is waited for here.
 */
export async function startOwnService(home: Home): Promise<void> {
  const installation = readInstallation(home);
  if (!installation || isStopped(home)) return;
  const { spawn } = await import('node:child_process');
  const child = spawn(installation.node, [installation.bin, 'up'], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    cwd: home.programs,
    env: { ...process.env, WORKSPACE_MEMORY_HOME: home.folder },
  });
  child.on('error', () => undefined);
  child.unref();
}
