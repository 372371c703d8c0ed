import { BridgeError } from './bridge-error.ts';
import type { Remote } from './remote.ts';

/**
 * The service is found, and started where it is the user's own, with the first request rather than at the start of the
 * bridge; and again after it could not be reached, since it may have come back at another address.
 */
export function createFoundRemote(find: () => Promise<Remote>): Remote {
  let found: Promise<Remote> | undefined;
  return {
    async request(...request) {
      try {
        found ??= find();
        return await (await found).request(...request);
      } catch (error) {
        if (!(error instanceof BridgeError) || error.code === 'upstream_unavailable') found = undefined;
        throw error;
      }
    },
  };
}
