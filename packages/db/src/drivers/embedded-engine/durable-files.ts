import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncAhead, syncFolder, syncPath } from './folder-files.ts';

/** A segment of the write-ahead log. */
const LOG_SEGMENT = /\/pg_wal\/[0-9A-F]{24}$/u;

/** Written at the end of every checkpoint, when all that was changed before is on the disk. */
const CONTROL = join('global', 'pg_control');

/** From the end of a file, to `llseek`. */
const SEEK_END = 2;

/** Some file systems keep no finer times. */
const TIMES_EXACT_TO_MS = 2_000;

interface Node {
  mode: number;
}

interface Stream {
  node: Node;
  path: string;
  /** The descriptor of the system. */
  nfd: number;
}

type Written = [buffer: Uint8Array, offset: number, length: number, position?: number];

interface Attributes {
  mode?: number;
  size?: number;
}

/** The parts of Emscripten's file system over node:fs that are changed here. */
interface NodeFileSystem {
  mount(at: { opts: { root: string } }): unknown;
  node_ops: Record<'rename' | 'unlink' | 'rmdir', (...values: unknown[]) => unknown> & {
    setattr(node: Node, attributes: Attributes): void;
  };
  stream_ops: {
    write(stream: Stream, ...values: Written): number;
    llseek(stream: Stream, offset: number, whence: number): number;
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
  readonly #dataDir: string;
  /** A database that is not made yet has another folder, so that one that is half made is never taken for one. */
  readonly #new: string | undefined;
  /** In bytes. The planner asks how long a table is, for each table and index of a statement, and nobody else writes to them. */
  readonly #sizes = new WeakMap<Node, number>();
  #mount: { opts: { root: string } } | undefined;
  /** Segments to sync, with a descriptor of our own: the engine closes its when it goes on to the next segment. */
  readonly #unsynced = new Map<string, number>();
  #syncing: ReadonlyMap<string, number> = new Map();
  #asked = 0;
  #done = 0;
  /** Files beside the log that were written since the engine had one of them synced. */
  readonly #written = new Set<Node>();
  /** Changes before this moment are on the disk (milliseconds since 1970). */
  #onDiskBefore: number;

  constructor(dataDir: string) {
    const folder = resolve(dataDir);
    const isNew = !existsSync(join(folder, 'PG_VERSION'));
    const root = isNew ? `${folder}.new` : folder;
    // A process that was killed while it made one left this.
    if (isNew) rmSync(root, { recursive: true, force: true });
    super(root);
    this.#dataDir = folder;
    this.#new = isNew ? root : undefined;
    this.#onDiskBefore = checkpointTime(root);
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

  /** Once the engine has made a new database, which it does without syncing: puts it in its place. */
  keepNew(): void {
    if (this.#new === undefined || !this.#mount) return;
    syncFolder(this.#new);
    renameSync(this.#new, this.#dataDir);
    syncPath(dirname(this.#dataDir));
    this.#mount.opts.root = this.#dataDir;
    this.#written.clear();
  }

  #guard(files: NodeFileSystem): void {
    const { mount, node_ops: nodes, stream_ops: streams } = files;
    files.mount = (at) => {
      this.#mount = at;
      return mount(at);
    };
    const { rename, unlink, rmdir, setattr } = nodes;
    const { write, llseek, setattr: setStreamAttributes } = streams;
    const afterLog =
      <Values extends unknown[], Result>(change: (...values: Values) => Result) =>
      (...values: Values): Result => {
        this.#syncLog();
        return change(...values);
      };
    Object.assign(nodes, { rename: afterLog(rename), unlink: afterLog(unlink), rmdir: afterLog(rmdir) });
    nodes.setattr = (node, attributes) => {
      if (attributes.size !== undefined) this.#resize(node);
      setattr(node, ownersOnly(attributes));
    };
    streams.setattr = (stream, attributes) => {
      if (attributes.size !== undefined) this.#resize(stream.node);
      setStreamAttributes(stream, ownersOnly(attributes));
    };
    streams.write = (stream, ...values) => {
      if (!LOG_SEGMENT.test(stream.path)) {
        this.#written.add(stream.node);
        if (!isRoomMade(stream, values)) this.#syncLog();
      }
      if (stream.path.endsWith(CONTROL)) this.#onDiskBefore = -Infinity;
      const [, , , position] = values;
      const written = write(stream, ...values);
      const size = this.#sizes.get(stream.node);
      if (position === undefined) this.#sizes.delete(stream.node);
      else if (size !== undefined) this.#sizes.set(stream.node, Math.max(size, position + written));
      return written;
    };
    streams.llseek = (stream, offset, whence) => {
      if (whence !== SEEK_END) return llseek(stream, offset, whence);
      const size = this.#sizes.get(stream.node) ?? llseek(stream, 0, SEEK_END);
      this.#sizes.set(stream.node, size);
      return size + offset;
    };
    streams.fsync = (stream) => {
      if (!LOG_SEGMENT.test(stream.path)) {
        this.#syncLog();
        // A checkpoint writes all of them, and then asks for one after the other.
        if (this.#written.size > 1) syncAhead([...this.#written].map((node) => files.realPath(node)));
        this.#written.clear();
        // After a kill PostgreSQL has every file of the database synced, before it changes any: 1,100 of them.
        if (fstatSync(stream.nfd).ctimeMs >= this.#onDiskBefore) fdatasyncSync(stream.nfd);
        return;
      }
      const path = files.realPath(stream.node);
      if (!this.#unsynced.has(path)) this.#unsynced.set(path, openSync(path, 'r+'));
      this.#asked += 1;
    };
  }

  #resize(node: Node): void {
    this.#syncLog();
    this.#sizes.delete(node);
  }

  /** At once, for what must not go before the log. A statement that writes many pages need not wait for each. */
  #syncLog(): void {
    if (this.#done >= this.#asked) return;
    for (const descriptor of this.#syncing.values()) fdatasyncSync(descriptor);
    for (const descriptor of this.#unsynced.values()) {
      fdatasyncSync(descriptor);
      closeSync(descriptor);
    }
    this.#unsynced.clear();
    this.#done = this.#asked;
  }
}

/** A page without anything in it. */
const EMPTY_PAGE = Buffer.alloc(8_192);

/**
 * Whether an empty page is put behind the end of a file, as PostgreSQL does before it logs what will stand there. Such a page
 * says no more than none, so it need not wait for the log: while eight callers stored, that wait was a tenth of the engine's time.
 */
function isRoomMade({ nfd }: Stream, [buffer, offset, length, position]: Written): boolean {
  if (position === undefined || length > EMPTY_PAGE.length) return false;
  const written = Buffer.from(buffer.buffer, buffer.byteOffset + offset, length);
  return EMPTY_PAGE.compare(written, 0, length, 0, length) === 0 && fstatSync(nfd).size <= position;
}

/** The engine asks for 0666, and sets it after the process's mask has taken effect. */
const ownersOnly = ({ mode, ...others }: Attributes): Attributes =>
  mode === undefined ? others : { ...others, mode: mode & ~0o077 };

/**
 * When the last checkpoint ended. Until the engine writes the next one, files that were not changed since then need no sync.
 * @returns -Infinity when that cannot be told: in a new database, and when the clock was set back, so that the log, which
 *   is written after every checkpoint, looks older
 */
function checkpointTime(root: string): number {
  try {
    const { mtimeMs } = statSync(join(root, CONTROL));
    const log = join(root, 'pg_wal');
    const logged = readdirSync(log).map((name) => statSync(join(log, name)).mtimeMs);
    const isPast = mtimeMs <= Math.max(...logged) && mtimeMs <= Date.now();
    return isPast ? mtimeMs - TIMES_EXACT_TO_MS : -Infinity;
  } catch {
    return -Infinity;
  }
}
