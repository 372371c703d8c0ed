import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Client } from '@memory/client';
import { OriginFinder, tellForeign } from '../tree/find-origin.ts';

interface ChosenRepository {
  /** Top of the repository, or the folder itself where it lies in none. */
  root: string;
  /** The folder that was named, within the root. */
  under: string;
  origin: string;
  /** Its label in the service. */
  repository: string;
}

/**
 * Finds where a folder comes from and under which name the service has that, or shall have it: two folders of one name are
 * two repositories, and a folder of a repository is a part of it.
 * @param name label that the caller wants
 */
export async function chooseRepository(
  client: Client,
  folder: string,
  name: string | undefined,
): Promise<ChosenRepository> {
  const asked = client.getCodeStatus({ query: { limit: 1 } });
  // Told where it is needed.
  asked.catch(() => undefined);
  const { origin, root } = await new OriginFinder({ cwd: folder, onForeign: tellForeign }).find(folder);
  const under = path.relative(root, folder).replaceAll(path.sep, '/');
  const { repositories } = await asked;
  const known = repositories.find((one) => one.origin === origin);
  if (known && (name === undefined || name === known.name))
    return { root, under, origin, repository: known.name };
  const wanted = name ?? (path.basename(root) || 'root');
  const isTaken = repositories.some((one) => one.name === wanted);
  return { root, under, origin, repository: isTaken ? `${wanted}-${digest(origin)}` : wanted };
}

const digest = (origin: string): string => createHash('sha256').update(origin).digest('hex').slice(0, 8);
