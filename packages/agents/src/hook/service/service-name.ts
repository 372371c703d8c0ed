import type { UserConfig } from '../../home/user-config.ts';
import { withoutEnd } from '@memory/text/without-end';

/** The user's own service, wherever it listens. */
export const OWN_SERVICE = 'own';

/** Where `npm start` listens. */
export const LOCAL = 'http://127.0.0.1:8787';

/**
 * Which service is configured, with or without a key for it: what is captured is bound to it. A key is no part of it, since
 * keys are changed for others of the same workspace.
 */
export function serviceName(
  { url, workspaceId }: Pick<UserConfig, 'url' | 'workspaceId'>,
  environment: NodeJS.ProcessEnv,
): string {
  const named = environment['WORKSPACE_MEMORY_URL'] || url;
  if (!named) return environment['WORKSPACE_MEMORY_API_TOKEN'] ? LOCAL : OWN_SERVICE;
  const isConfigured = named === url && workspaceId !== undefined;
  return withoutEnd(named, '/') + (isConfigured ? `#${workspaceId}` : '');
}
