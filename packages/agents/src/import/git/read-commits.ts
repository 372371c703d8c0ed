import { Git } from '../../git/git.ts';

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

/** The commits of a repository that HEAD reaches, without merges, the newest first; as a stream, whatever their number. */
export async function* readCommits(root: string): AsyncGenerator<Commit> {
  let rest = '';
  for await (const chunk of new Git(root).stream([
    'log',
    '--no-merges',
    '--name-only',
    `--format=${FORMAT}`,
    'HEAD',
    '--',
  ])) {
    const pieces = (rest + chunk).split(RECORD);
    rest = (pieces.pop() ?? '').slice(0, COMMIT_MAX);
    for (const piece of pieces) yield* commitOf(piece);
  }
  yield* commitOf(rest);
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
