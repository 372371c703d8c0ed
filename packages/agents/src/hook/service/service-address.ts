import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withoutEnd } from '@memory/text/without-end';
import { type Home, isStopped } from '../../home/find-home.ts';
import { readInstallation } from '../../home/installation.ts';
import { readLogin } from '../../home/login/login.ts';
import type { UserConfig } from '../../home/user-config.ts';
import { uptimeMs } from '../uptime-ms.ts';

export interface ServiceAddress {
  url: string;
  key: string;
  /** Captured events for it are bound to this. */
  service: string;
  /** It is the user's own service, which whoever needs it may start. */
  isOwn: boolean;
  /** Of a login, which is renewed; keys have no end that is known here. */
  expiresAt?: string;
  /** Which workspace a login means. */
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
