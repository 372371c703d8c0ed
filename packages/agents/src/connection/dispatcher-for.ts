import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';

/** Proxies of the environment (HTTP_PROXY, HTTPS_PROXY, NO_PROXY), but never between this machine and itself. */
export function dispatcherFor({ hostname }: URL): Dispatcher {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ? new Agent() : new EnvHttpProxyAgent();
}
