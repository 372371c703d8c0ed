import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { once } from '../once.ts';
import { checkKey, ObjectNotFoundError, type ObjectHead, type ObjectStore } from './object-store.ts';
import type { ReceivedForm, UploadForm } from './receive-form.ts';
import { signUpload, UploadRefusedError, verifyUpload, type UploadPermission } from './upload-policy.ts';

export { UploadRefusedError };

export interface LocalObjectStoreConfig {
  /** Folder of the objects; made when it is not there. Nothing else may write into it. */
  folder: string;
  /** Tells where the local server takes uploads, e.g. `http://127.0.0.1:8000/uploads`, once it listens. */
  uploadUrl: () => string;
  /** Signs permissions to upload: at least 32 random bytes, kept over restarts. */
  secret: Uint8Array;
  /** Called when an upload is complete on disk; when it fails, so does the upload, and the client repeats it. */
  onCreated?: (key: string, sizeBytes: number) => Promise<void>;
  /** Whether the object of a key that was signed may still be sent; default: as long as there is none. */
  accepts?: (key: string) => Promise<boolean>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Objects in a folder, and the receiving end of uploads that S3 has in AWS. */
export interface LocalObjectStore extends ObjectStore {
  /** @throws UploadRefusedError */
  verifyUpload(fields: Readonly<Record<string, string>>): UploadPermission;
  /**
   * Takes one upload: checks its fields, writes the file beside its place, and moves it there when it is complete.
   * @throws UploadRefusedError with the status to answer; nothing is kept then
   */
  receive(form: UploadForm): Promise<ReceivedForm>;
  deleteExcept(keys: readonly string[]): Promise<void>;
}

export function createLocalObjectStore(config: LocalObjectStoreConfig): LocalObjectStore {
  const { folder, uploadUrl, secret, onCreated, accepts, now = Date.now } = config;
  const pathOf = (key: string): string => join(folder, 'objects', checkKey(key));

  /** Files that a dead process left half written are removed before the first write of the next one. */
  const emptyPartialFolder = once(async () => {
    const partials = join(folder, 'partial');
    await rm(partials, { recursive: true, force: true });
    await mkdir(partials, { recursive: true });
    return partials;
  });

  /** Writes to a name of its own and renames, so that no reader ever sees half an object. */
  async function write(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const path = pathOf(key);
    const partial = join(await emptyPartialFolder(), randomUUID());
    try {
      await pipeline(content, createWriteStream(partial, { flags: 'wx', mode: 0o600 }));
      await mkdir(dirname(path), { recursive: true });
      await rename(partial, path);
    } finally {
      await rm(partial, { force: true });
    }
  }

  async function head(key: string): Promise<ObjectHead | undefined> {
    const found = await stat(pathOf(key)).catch(ignoreMissing);
    return found?.isFile() ? { sizeBytes: found.size, modifiedAt: found.mtime } : undefined;
  }

  const verify = (fields: Readonly<Record<string, string>>) => verifyUpload(secret, fields, now());

  /** A form serves for one file: a second would change what is being read, or stay for ever. */
  async function permit(fields: Readonly<Record<string, string>>): Promise<UploadPermission> {
    const permission = verify(fields);
    const isUsed = (await head(permission.key)) !== undefined || (await accepts?.(permission.key)) === false;
    if (isUsed) throw new UploadRefusedError('AccessDenied', 'The permission to upload has been used.');
    return permission;
  }

  return {
    createUpload: async (request) => ({
      url: uploadUrl(),
      method: 'POST',
      ...signUpload(secret, request, now()),
    }),
    read: async (key, { start = 0, signal } = {}) => {
      const size = (await head(key))?.sizeBytes;
      const file = size === undefined ? undefined : await open(pathOf(key)).catch(ignoreMissing);
      if (size === undefined || !file) throw new ObjectNotFoundError(key);
      if (start < size) return file.createReadStream({ start, signal });
      await file.close();
      return Readable.from([]);
    },
    head,
    delete: async (key) => rm(pathOf(key), { force: true }),
    put: async (key, content) =>
      write(key, Readable.from([typeof content === 'string' ? Buffer.from(content) : content])),
    verifyUpload: verify,
    receive: async (form) => {
      const { receiveForm } = await import('./receive-form.ts');
      const received = await receiveForm(form, {
        permit,
        store: ({ key }, content) => write(key, content),
      });
      try {
        await onCreated?.(received.key, received.sizeBytes);
      } catch (error) {
        // The client repeats it, with the form that serves for one file.
        await rm(pathOf(received.key), { force: true });
        throw error;
      }
      return received;
    },
    async deleteExcept(keys) {
      const kept = new Set(keys.map(pathOf));
      const found = await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true }).catch(
        ignoreMissing,
      );
      for (const entry of found ?? []) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile() && !kept.has(path)) await rm(path, { force: true });
      }
    },
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  // ENOTDIR: a part of the key is an object itself.
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
