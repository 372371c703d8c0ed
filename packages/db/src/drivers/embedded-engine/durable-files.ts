import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** A segment of the write-ahead log. */
const LOG_SEGMENT = /\/pg_wal\/[0-9A-F]{24}$/u;

interface Node {
  mode: number;
}

interface Stream {
  node: Node;
  path: string;
  /** The descriptor of the system. */
  nfd: number;
}

interface Attributes {
  mode?: number;
  size?: number;
}

/** What Emscripten's file system over node:fs is made of, as far as it is changed here. */
interface NodeFileSystem {
  node_ops: Record<'rename' | 'unlink' | 'rmdir', (...values: unknown[]) => unknown> & {
    setattr(node: Node, attributes: Attributes): void;
  };
  stream_ops: {
    write(stream: Stream, ...values: unknown[]): number;
    setattr(stream: Stream, attributes: Attributes): void;
    fsync?(stream: Stream): void;
  };
  realPath(node: Node): string;
}

type Module = Parameters<NodeFS['init']>[1];

/**
 * The files of the embedded engine, with what its own file system leaves out: `fsync`, and modes. PostgreSQL has the log
 * synced before it says that a transaction is committed. That sync is put off here so that the engine goes on with the
 * statements of other callers meanwhile, and one sync serves all who wait (`synced`). Nothing that the log should be ahead
 * of is written, synced, renamed or deleted before the log is on the disk.
 */
export class DurableFiles extends NodeFS {
  readonly #root: string;
  /** Segments to sync, with a descriptor of our own: the engine closes its when it goes on to the next segment. */
  readonly #unsynced = new Map<string, number>();
  #syncing: ReadonlyMap<string, number> = new Map();
  #asked = 0;
  #done = 0;

  constructor(dataDir: string) {
    super(dataDir);
    this.#root = this.rootDir;
  }

  /** Grows each time the engine has the log synced, as at every commit. */
  get asked(): number {
    return this.#asked;
  }

  override init(pglite: PGlite, module: Module): ReturnType<NodeFS['init']> {
    const guard = ({ FS }: { FS: { filesystems: { NODEFS: NodeFileSystem } } }) =>
      this.#guard(FS.filesystems.NODEFS);
    const preRun = [...((module.preRun ?? []) as unknown[]), guard] as NonNullable<Module['preRun']>;
    return super.init(pglite, { ...module, preRun });
  }

  /**
   * Syncs what the log holds by now. The engine may go on while it waits.
   * @returns what of `asked` is on the disk
   * @throws when the disk refuses: nothing says then what is on it
   */
  async sync(): Promise<number> {
    const upTo = this.#asked;
    if (this.#done >= upTo) return this.#done;
    this.#syncing = new Map(this.#unsynced);
    this.#unsynced.clear();
    for (const descriptor of this.#syncing.values()) await promisify(fdatasync)(descriptor);
    for (const descriptor of this.#syncing.values()) closeSync(descriptor);
    this.#syncing = new Map();
    this.#done = Math.max(this.#done, upTo);
    return this.#done;
  }

  /** Syncs every file and folder: what was written before the guard stood, or without a sync, as a new database is. */
  syncAll(folder = this.#root): void {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) this.syncAll(path);
      else if (entry.isFile()) syncPath(path);
    }
    syncPath(folder);
  }

  #guard(files: NodeFileSystem): void {
    const { node_ops: nodes, stream_ops: streams } = files;
    const { rename, unlink, rmdir, setattr } = nodes;
    const { write, setattr: setStreamAttributes } = streams;
    const afterLog =
      <Values extends unknown[], Result>(change: (...values: Values) => Result) =>
      (...values: Values): Result => {
        this.#syncLog();
        return change(...values);
      };
    Object.assign(nodes, { rename: afterLog(rename), unlink: afterLog(unlink), rmdir: afterLog(rmdir) });
    nodes.setattr = (node, attributes) => {
      if (attributes.size !== undefined) this.#syncLog();
      setattr(node, ownersOnly(attributes));
    };
    streams.setattr = (stream, attributes) => {
      if (attributes.size !== undefined) this.#syncLog();
      setStreamAttributes(stream, ownersOnly(attributes));
    };
    streams.write = (stream, ...values) => {
      if (!LOG_SEGMENT.test(stream.path)) this.#syncLog();
      return write(stream, ...values);
    };
    streams.fsync = (stream) => {
      if (!LOG_SEGMENT.test(stream.path)) {
        this.#syncLog();
        fdatasyncSync(stream.nfd);
        return;
      }
      const path = files.realPath(stream.node);
      if (!this.#unsynced.has(path)) this.#unsynced.set(path, openSync(path, 'r+'));
      this.#asked += 1;
    };
  }

  /** At once, for what must not go before the log. */
  #syncLog(): void {
    for (const descriptor of this.#syncing.values()) fdatasyncSync(descriptor);
    for (const descriptor of this.#unsynced.values()) {
      fdatasyncSync(descriptor);
      closeSync(descriptor);
    }
    this.#unsynced.clear();
    this.#done = this.#asked;
  }
}

/** The engine asks for 0666, and sets it after the process's mask has taken effect. */
const ownersOnly = ({ mode, ...others }: Attributes): Attributes =>
  mode === undefined ? others : { ...others, mode: mode & ~0o077 };

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
