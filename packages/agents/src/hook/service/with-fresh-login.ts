import { setTimeout as sleep } from 'node:timers/promises';
import { readLogin } from '../../home/login/login.ts';
import type { Home } from '../../home/find-home.ts';
import type { ServiceAddress } from './service-address.ts';
import { uptimeMs } from '../uptime-ms.ts';

/**
 * The address with an access token that is good, which another process renews where it is not.
 * @throws where that takes too long
 */
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
