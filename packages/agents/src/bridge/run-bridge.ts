import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { parseProfiles, PROFILES } from '@memory/contracts/profiles';
import { createClient } from '@memory/client';
import { createBridge } from './create-bridge.ts';
import { findTarget } from '../connection/connection.ts';
import { createFoundRemote } from './found-remote.ts';
import { createRemote } from './remote.ts';
import { printable } from '@memory/text/printable';
import { messageOf } from '@memory/text/error-facts';

export interface BridgeSettings {
  version: string;
  environment: Record<string, string | undefined>;
  /** Stdin and stdout unless given. */
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
  const url = environment['WORKSPACE_MEMORY_URL']?.trim() || undefined;
  if (url !== undefined && (!/^https?:/iu.test(url) || !URL.canParse(url)))
    throw new Error(`WORKSPACE_MEMORY_URL should be like https://memory.example, not ${url}.`);
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
