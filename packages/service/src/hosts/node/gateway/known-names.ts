import type { Config } from '../../../config/config.ts';

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

type Names = Pick<Config, 'HOST' | 'PUBLIC_URL'>;

/**
 * Whether a `Host` names this server. A page can have any name of its own point at this machine (DNS rebinding), and would
 * then be of the same origin. A server that listens beyond this machine is reached by names that it does not know.
 */
export function knownNames(config: Names): (host: string) => boolean {
  const { HOST } = config;
  const isLoopback = LOOPBACK.includes(HOST) || HOST === '::1' || HOST.startsWith('127.');
  return isLoopback ? (host) => isOwnName(host, config) : () => true;
}

/** Whether a `Host` is a name that this server surely has: of loopback, or a configured one. */
export function isOwnName(host: string, { HOST, PUBLIC_URL }: Names): boolean {
  const names = new Set([...LOOPBACK, HOST, ...(PUBLIC_URL ? [new URL(PUBLIC_URL).hostname] : [])]);
  return names.has(host.replace(/:\d+$/u, '').toLowerCase());
}
