import type { UserConfig } from '@memory/home';

export interface ServiceAddress {
  url: string;
  key: string;
}

const LOCAL = 'http://127.0.0.1:8787';

/**
 * The service that is configured: by the environment, as for every command of ours, else for the user. A key goes to the
 * address that it was set with and to no other.
 * @returns undefined without a key
 */
export function serviceAddress(
  config: UserConfig,
  environment: NodeJS.ProcessEnv,
): ServiceAddress | undefined {
  const url = environment['WORKSPACE_MEMORY_URL'];
  const token = environment['WORKSPACE_MEMORY_API_TOKEN'];
  const key = token || (url && url !== config.url ? undefined : config.key);
  return key ? { url: url || config.url || LOCAL, key } : undefined;
}
