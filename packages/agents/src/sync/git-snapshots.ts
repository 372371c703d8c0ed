import { randomBytes } from 'node:crypto';
import { isSnapshotFile, SnapshotError } from './merge/snapshot-files.ts';
import { reasonOf, type Git } from '../git/git.ts';
import { FILE_BYTES_MAX, SNAPSHOT_BYTES_MAX, type Files } from './sync-store.ts';

/** The same for everybody, so that the same files are the same commit. */
const AUTHOR = 'workspace-memory <sync@workspace-memory.invalid> 946684800 +0000';
const MESSAGE =
  'Snapshot of a workspace memory\n\nWritten by `workspace-memory sync`; it has no parent on purpose.\n';

const FILE_MODE = '100644';

/** The files of a commit that are ours, and how many are not. @throws SnapshotError when it is no commit, or larger than one of ours */
export async function readCommit(git: Git, id: string): Promise<{ files: Files; foreign: number }> {
  const { code, stdout, stderr } = await git.run([
    'ls-tree',
    '-r',
    '-z',
    '-l',
    '--full-tree',
    `${id}^{commit}`,
  ]);
  if (code !== 0) throw new SnapshotError(`is no commit of ours (${reasonOf(stderr)})`);
  const entries = stdout
    .toString()
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const tab = line.indexOf('\t');
      const [mode, type, object = '', size] = line.slice(0, tab).split(/ +/u);
      return {
        isFile: mode === FILE_MODE && type === 'blob',
        object,
        bytes: Number(size),
        path: line.slice(tab + 1),
      };
    });
  const ours = entries.filter(({ isFile, path }) => isFile && isSnapshotFile(path));
  const bytes = ours.reduce((sum, entry) => sum + entry.bytes, 0);
  if (bytes > SNAPSHOT_BYTES_MAX || ours.some((entry) => entry.bytes > FILE_BYTES_MAX))
    throw new SnapshotError(`has ${bytes} bytes: no snapshot of ours is so large`);
  const blobs = await git.run(['cat-file', '--batch'], {
    input: [ours.map(({ object }) => `${object}\n`).join('')],
    bytesMax: SNAPSHOT_BYTES_MAX * 2,
  });
  if (blobs.code !== 0) throw new SnapshotError(`cannot be read (${reasonOf(blobs.stderr)})`);
  return { files: new Map(contentsOf(blobs.stdout, ours)), foreign: entries.length - ours.length };
}

/** `cat-file --batch` answers each object with a line that names its size, its bytes, and a line's end. */
function* contentsOf(
  output: Buffer,
  entries: readonly { path: string; bytes: number }[],
): Generator<[string, string]> {
  let at = 0;
  for (const { path, bytes } of entries) {
    const start = output.indexOf(10, at) + 1;
    if (start === 0) throw new SnapshotError(`misses ${path}`);
    yield [path, output.toString('utf8', start, start + bytes)];
    at = start + bytes + 1;
  }
}

/** Writes files as a commit without a parent, so that nothing of what it replaces hangs on it. @returns its id */
export async function writeCommit(git: Git, files: Files): Promise<string> {
  const aside = `refs/workspace-memory-writing/${randomBytes(6).toString('hex')}`;
  const data = (text: string): (string | Uint8Array)[] => {
    const bytes = Buffer.from(text);
    return [`data ${bytes.length}\n`, bytes, '\n'];
  };
  const input = [
    'feature done\n',
    `commit ${aside}\nmark :1\nauthor ${AUTHOR}\ncommitter ${AUTHOR}\n`,
    ...data(MESSAGE),
    ...[...files].flatMap(([path, content]) => [`M ${FILE_MODE} inline ${path}\n`, ...data(content)]),
    'get-mark :1\ndone\n',
  ];
  const { code, stdout, stderr } = await git.run(['fast-import', '--quiet', '--date-format=raw'], { input });
  await git.ask('update-ref', '-d', aside);
  if (code !== 0) throw new Error(`git fast-import: ${reasonOf(stderr)}`);
  return stdout.toString().trim();
}
