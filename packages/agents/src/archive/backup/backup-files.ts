import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { parseJson } from '../../home/attempt.ts';

/** Written last: a backup without it is none. */
export const MANIFEST = 'backup.json';

export const Manifest = z.object({
  format: z.literal('workspace-memory-backup'),
  version: z.literal(1),
  release: z.string(),
  made_at: z.string(),
  /** Workspaces in the copy of the database when it was opened to be verified. */
  workspaces: z.array(z.object({ id: z.string(), name: z.string(), memories: z.int() })),
  /** Bytes and SHA-256 of every file, by its path. */
  files: z.record(z.string(), z.tuple([z.int(), z.string()])),
});
export type Manifest = z.output<typeof Manifest>;

export async function digestFiles(backup: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = {};
  for (const name of (await readdir(backup, { recursive: true })).toSorted()) {
    const path = join(backup, name);
    const stat = await lstat(path);
    if (stat.isDirectory() || name === MANIFEST) continue;
    if (!stat.isFile()) throw new Error(`${path} is neither a file nor a folder.`);
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    files[name.replaceAll('\\', '/')] = [stat.size, hash.digest('hex')];
  }
  return files;
}

/** The manifest of a backup, once every file in it is as it says. @throws otherwise */
export async function verifyBackup(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new Error(`${backup} is no backup, or one that was broken off: it has no ${MANIFEST}.`);
  const manifest = Manifest.safeParse(parseJson(text)).data;
  if (!manifest) throw new Error(`${join(backup, MANIFEST)} is not of a form known here.`);
  const found = await digestFiles(backup);
  const wrong = [...new Set([...Object.keys(manifest.files), ...Object.keys(found)])].filter(
    (name) => String(manifest.files[name]) !== String(found[name]),
  );
  if (wrong.length > 0)
    throw new Error(
      `${backup} is damaged: ${wrong.slice(0, 3).join(', ')}${wrong.length > 3 ? ` and ${wrong.length - 3} more` : ''}. Nothing was restored.`,
    );
  return manifest;
}

/** Makes a folder and all that lies in it its owner's alone, whatever it was copied from. */
export async function keepTreeToOwner(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
}
