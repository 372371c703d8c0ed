import { BridgeError } from './bridge-error.ts';
import type { Remote } from './remote.ts';

/**
 * The service is found, and started where it is the user's own, with the first request rather than at the start of the
 * bridge; and again after it could not be reached, since it may have come back at another address. A request that did not
 * reach the user's own is asked again of what was found or started then.
 */
export function createFoundRemote(find: () => Promise<Remote>): Pick<Remote, 'request'> {
  let found: Promise<Remote> | undefined;
  const ask = async (
    request: Parameters<Remote['request']>,
    isAgain: boolean,
  ): ReturnType<Remote['request']> => {
    const remote = (found ??= find());
    try {
      return await (await remote).request(...request);
    } catch (error) {
      const isLost = !(error instanceof BridgeError) || error.code === 'upstream_unavailable';
      if (isLost && found === remote) found = undefined;
      const wasOwn = error instanceof BridgeError && error.isDisconnected && (await remote).isOwn;
      const isPatient = request[2]?.patient ?? true;
      if (isAgain || !wasOwn || !isPatient) throw error;
      return ask(request, true);
    }
  };
  return { request: (...request) => ask(request, false) };
}
