import { homedir } from 'node:os';
import { delimiter, isAbsolute, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/server';

/** A client that does not answer is one without roots. */
const ROOTS_TIMEOUT_MS = 2_000;

/**
 * Folders below which the file tools may read: those that the client works in, or else where it started the bridge, and
 * what `WORKSPACE_MEMORY_ROOTS` names.
 */
export async function readableRoots(server: Server, setting: string | undefined): Promise<string[]> {
  const named = (setting ?? '').split(delimiter).filter((root) => isAbsolute(root));
  return [...(await clientFolders(server)), ...named];
}

/** Folders that the client works in, as far as that is known. */
export const clientFolders = async (server: Server): Promise<string[]> =>
  (await rootsOfClient(server)) ?? workingFolder();

async function rootsOfClient(server: Server): Promise<string[] | undefined> {
  if (!server.getClientCapabilities()?.roots) return undefined;
  try {
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS });
    return roots.filter(({ uri }) => uri.startsWith('file:')).map(({ uri }) => fileURLToPath(uri));
  } catch {
    return undefined;
  }
}

/** Some clients start programs in the home folder or at the top, which is no choice of anybody's. */
function workingFolder(): string[] {
  const cwd = process.cwd();
  return cwd === homedir() || cwd === parse(cwd).root ? [] : [cwd];
}
