import { spawn } from 'node:child_process';

export interface Commit {
  hash: string;
  /** When it was written, by its author's clock; it stays when the commit is rebased or picked. */
  at: string;
  author: string;
  authorName: string;
  subject: string;
  body: string;
  files: string[];
}

const RECORD = '\u001E';
const FIELD = '\u001F';
const FORMAT = `${RECORD}%H${FIELD}%aI${FIELD}%ae${FIELD}%an${FIELD}%s${FIELD}%b${FIELD}`;

/** Characters of one commit; a longer one is a generated list. */
const COMMIT_MAX = 1_000_000;

/**
 * The commits of a repository that HEAD reaches, without merges, the newest first; as a stream, whatever their number.
 * @throws when Git refuses
 */
export async function* readCommits(root: string): AsyncGenerator<Commit> {
  const git = spawn(
    'git',
    [
      '-c',
      'safe.directory=*',
      '-c',
      'core.quotePath=false',
      '-c',
      'log.showSignature=false',
      '-C',
      root,
      'log',
      '--no-merges',
      '--no-color',
      '--no-ext-diff',
      '--name-only',
      `--format=${FORMAT}`,
      'HEAD',
      '--',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let complaint = '';
  git.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2_000)));
  const ended = new Promise<number | null>((resolve, reject) => {
    git.on('error', reject);
    git.on('close', resolve);
  });
  ended.catch(() => undefined);
  git.stdout.setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of git.stdout) {
      const pieces = (rest + String(chunk)).split(RECORD);
      rest = (pieces.pop() ?? '').slice(0, COMMIT_MAX);
      for (const piece of pieces) yield* commitOf(piece);
    }
    yield* commitOf(rest);
    const code = await ended;
    if (code !== 0) throw new Error(`Git said: ${complaint.trim() || `exit ${code}`}`);
  } finally {
    git.kill();
  }
}

function* commitOf(piece: string): Generator<Commit> {
  const [hash, at, author, authorName, subject, body, files] = piece.split(FIELD);
  if (hash === undefined || at === undefined || files === undefined) return;
  yield {
    hash: hash.trim(),
    at,
    author: author ?? '',
    authorName: authorName ?? '',
    subject: (subject ?? '').trim(),
    body: (body ?? '').trim(),
    files: files.split('\n').filter((line) => line.trim() !== ''),
  };
}
