import { createHash } from 'node:crypto';
import type { Git } from '../git/git.ts';

export interface LeftFile {
  path: string;
  /** Zeros where it is gone. */
  blob: string;
}

/** The trace of a commit that stays wherever it is rebased or picked to: its patch, its author and its time. */
export interface CommitTrace {
  hash: string;
  patchId: string | undefined;
  authorship: string;
  message: string;
  files: readonly LeftFile[];
  isMerge: boolean;
}

/** Commits whose patches are read at once. */
const BATCH = 100;
const BYTES_MAX = 256 * 2 ** 20;

/** Context that others changed meanwhile is not the patch's. */
const PATCH = ['-p', '-U0', '--no-renames', '--full-index'];

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 40);

export class CommitTraces {
  readonly #git: Git;
  readonly #known = new Map<string, CommitTrace>();

  constructor(git: Git) {
    this.#git = git;
  }

  async of(hashes: readonly string[]): Promise<CommitTrace[]> {
    const unread = hashes.filter((hash) => !this.#known.has(hash));
    for (let start = 0; start < unread.length; start += BATCH)
      await this.#read(unread.slice(start, start + BATCH));
    return hashes.flatMap((hash) => this.#known.get(hash) ?? []);
  }

  async #read(hashes: readonly string[]): Promise<void> {
    const input = [`${hashes.join('\n')}\n`];
    const patches = await patchIds(this.#git, ['diff-tree', '--stdin', '--root', ...PATCH], input);
    const [told, raw] = await Promise.all([
      this.#git.run(
        ['log', '--stdin', '--no-walk=unsorted', '--format=%H%x00%P%x00%ae%x00%at%x00%B%x00%x01'],
        { input, bytesMax: BYTES_MAX },
      ),
      this.#git.run(['diff-tree', '--stdin', '--root', '-r', '--no-renames', '--raw', '--no-abbrev'], {
        input,
        bytesMax: BYTES_MAX,
      }),
    ]);
    const files = filesOf(raw.stdout.toString());
    for (const record of told.stdout.toString().split('\0\x01\n')) {
      const [hash = '', parents = '', email = '', at = '', message = ''] = record.split('\0');
      if (hash === '') continue;
      this.#known.set(hash, {
        hash,
        patchId: patches.get(hash),
        authorship: digest(email, at, message.split('\n', 1)[0] ?? ''),
        message,
        files: files.get(hash) ?? [],
        isMerge: parents.includes(' '),
      });
    }
  }
}

function filesOf(raw: string): Map<string, LeftFile[]> {
  const files = new Map<string, LeftFile[]>();
  let current: LeftFile[] = [];
  for (const line of raw.split('\n'))
    if (line.startsWith(':')) current.push(leftFile(line));
    else if (line !== '') {
      current = [];
      files.set(line, current);
    }
  return files;
}

/** Of a line as `git diff-tree --raw` writes it. */
export function leftFile(line: string): LeftFile {
  const [told = '', path = ''] = line.split('\t', 2);
  return { path, blob: told.split(' ')[3] ?? '' };
}

async function patchIds(
  git: Git,
  command: readonly string[],
  input: readonly string[] = [],
): Promise<Map<string, string>> {
  const diff = await git.run(command, { input, bytesMax: BYTES_MAX }).catch(() => undefined);
  if (!diff || diff.stdout.length === 0) return new Map();
  const { stdout } = await git.run(['patch-id', '--stable'], { input: [diff.stdout] });
  return new Map(
    stdout
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ').toReversed() as [string, string]),
  );
}

/** The patch id of all that lies between two commits, as a squash leaves it; undefined where that is nothing. */
export async function wholePatchId(git: Git, base: string, tip: string): Promise<string | undefined> {
  return [...(await patchIds(git, ['diff-tree', ...PATCH, base, tip])).values()][0];
}
