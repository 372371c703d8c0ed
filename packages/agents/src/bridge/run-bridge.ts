import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createClient } from '@memory/client';
import { parseProfiles, PROFILES } from '@memory/contracts/profiles';
import { messageOf } from '@memory/text/error-facts';
import { printable } from '@memory/text/printable';
import { environmentTarget, findTarget } from '../connection/connection.ts';
import { BridgeError } from './bridge-error.ts';
import { createBridge } from './create-bridge.ts';
import { createRemote, type Remote } from './remote.ts';

export interface BridgeSettings {
  version: string;
  environment: Record<string, string | undefined>;
  transport?: Transport | undefined;
}

/**
 * Serves stdin and stdout. The process ends by itself once the client has closed stdin and the last answer is out.
 * Nothing but protocol goes to stdout.
 */
export function runBridge(settings: BridgeSettings): void {
  // Output of libraries goes where it harms no protocol.
  console.log = console.error;
  console.info = console.error;
  console.debug = console.error;
  try {
    serveBridge(settings);
  } catch (error) {
    complain(error);
    process.exitCode = 1;
  }
}

/** @throws Error that names the setting which cannot be used */
export function serveBridge({ version, environment, transport }: BridgeSettings): void {
  environmentTarget(environment);
  const profile = environment['WORKSPACE_MEMORY_PROFILE']?.trim() || undefined;
  const profiles = profile === undefined ? undefined : parseProfiles(profile);
  if (profile !== undefined && !profiles)
    throw new Error(`WORKSPACE_MEMORY_PROFILE should name some of ${PROFILES.join(', ')}, not ${profile}.`);
  const workspaceId = environment['WORKSPACE_MEMORY_WORKSPACE_ID']?.trim();
  const find = async () => {
    const target = await findTarget(environment);
    return { ...target, workspaceId: workspaceId || target.workspaceId };
  };
  const client = async () => {
    const { url, key = '', workspaceId: id } = await find();
    return createClient({ url, key, workspaceId: id });
  };
  const remote = createFoundRemote(async () => {
    const target = await find();
    return createRemote({ ...target, profile });
  });
  const form = environment['MEMORY_ID_FORM'] === 'B' ? 'B' : 'A';
  const roots = environment['WORKSPACE_MEMORY_ROOTS'];
  serveStdio(() => createBridge({ remote, client, version, form, profiles, roots }), {
    ...(transport && { transport }),
    onerror: complain,
  });
}

const complain = (error: unknown): void => console.error(printable(`workspace-memory: ${messageOf(error)}`));

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
