import type { Config } from '@memory/runtime';

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a `Host` names this server. A page can have any name of its own point at this machine (DNS rebinding), and would
 * then be of the same origin. A server that listens beyond this machine is reached by names that it does not know.
 */
export function knownNames({
  HOST,
  PUBLIC_URL,
}: Pick<Config, 'HOST' | 'PUBLIC_URL'>): (host: string) => boolean {
  const isLoopback = LOOPBACK.includes(HOST) || HOST === '::1' || HOST.startsWith('127.');
  if (!isLoopback) return () => true;
  const names = new Set([...LOOPBACK, HOST, ...(PUBLIC_URL ? [new URL(PUBLIC_URL).hostname] : [])]);
  return (host) => names.has(host.replace(/:\d+$/u, '').toLowerCase());
}
