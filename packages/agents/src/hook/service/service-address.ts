import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLogin } from '../../home/login/login.ts';
import type { Home } from '../../home/find-home.ts';
import type { UserConfig } from '../../home/user-config.ts';
import { LOCAL, serviceName } from './service-name.ts';

export interface ServiceAddress {
  url: string;
  key: string;
  /** What is captured for it is bound to this. */
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
