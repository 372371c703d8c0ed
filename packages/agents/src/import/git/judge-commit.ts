import type { MemoryType } from '@memory/contracts';
import { Git } from '../../git/git.ts';

export type CommitKind = 'revert' | 'breaking' | 'fix' | 'decision';

export interface JudgedCommit {
  kind: CommitKind;
  type: MemoryType;
  text: string;
  reverts: string | undefined;
}

const BOT =
  /\[bot\]|\b(?:dependabot|renovate|greenkeeper|snyk-bot|github-actions|pre-commit-ci|weblate|transifex|allcontributors|mergify)\b/iu;

/** Work that leaves nothing to know: versions, formats, words. */
const CHORE =
  /^(?:(?:chore|style|ci|build|docs?|tests?|release|deps?|lint|i18n|typo)(?:\([^)]*\))?:|merge\b|bump\b|release\b|prepare(?:d)? (?:for )?(?:release|v?\d)|version\b|v?\d+\.\d+|update (?:dependenc|changelog|version|copyright|readme|translation|contributors)|(?:fix|correct) (?:a )?(?:typo|spelling|whitespace|format|lint|indentation)|typos?\b|changelog|reformat|format (?:code|with)|whitespace|import(?:ed)? (?:from|upstream)|sync\b|publish\b)/iu;

const MERGE = /^merge\b/iu;
const REVERT = /^(?:revert(?:ed|s|ing)?\b|back(?:ed)? out\b|\[revert\])/iu;
const REVERTED = /\bThis reverts commit ([0-9a-f]{7,40})/u;
const BREAKING_SUBJECT = /^[a-z]{1,20}(?:\([^()]{0,60}\))?!:/iu;
const BREAKING = /\bBREAKING[ -]CHANGES?\b|\b(?:backwards?[ -])?incompatible change\b/iu;
const DROPPED =
  /^(?:drop|remove|end|stop)(?:s|ped|d)? (?:the )?(?:support|compatib)|\bdrop(?:s|ped)? support (?:for|of)\b/iu;
const FIX =
  /\b(?:fix(?:e[sd])?|bugs?|crash(?:es|ed)?|regression|security|CVE-\d|vulnerab|leak(?:s|ed)?|race|deadlock|hang(?:s|ing)?|segfault|overflow|corrupt|incorrect|wrong|broken|fails?|failure|work ?around|prevent|avoid|handle|ensure|don't|do not|never)\b/iu;

/** Why something was so, or is to be so. */
const CAUSE =
  /\b(?:because|since|due to|caused? by|as a result|the (?:problem|issue|reason|bug|cause) (?:is|was|here)|turns? out|which (?:means|meant|caused?|results?|leads?|led|breaks?|broke)|otherwise|so that|in order to|led to|leads to|resulted in|would (?:otherwise|then|fail|break|be|cause|crash)|previously|before this|until now|used to|no longer|instead of|rather than|even though|but (?:it|this|that|the)|however|in favou?r of|on purpose|intentional|deliberate|trade-?off|prefer|regress|only (?:when|if)|when\b)/iu;
const DECIDED =
  /\b(?:decid|instead of|rather than|cho(?:se|osing|ice)|prefer|trade-?off|rationale|in favou?r of|on purpose|intentional|deliberate|no longer|deprecat|we (?:now|should|want|need|must|can't|cannot|don't)|the reason|because|so that|consequence|drawback|alternativ|from now on)/iu;

/** Letters besides the subject that tell more than it. */
const TEXT_MIN = 60;
const DECISION_MIN = 140;

const LOCKS =
  /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|Cargo\.lock|go\.sum|poetry\.lock|Gemfile\.lock|composer\.lock)$/u;

/**
 * Whether a commit says something that is worth knowing after it: what was taken back, what breaks its users, what was
 * wrong and why, what was decided and why.
 * @returns undefined for the most
 */
export function judgeCommit({ author, authorName, subject, body, files }: Commit): JudgedCommit | undefined {
  if (BOT.test(author) || BOT.test(authorName)) return undefined;
  if (files.length > 0 && files.every((file) => LOCKS.test(file))) return undefined;
  if (MERGE.test(subject)) return undefined;
  const [, reverts] = REVERTED.exec(body) ?? [];
  const text = textOf(body);
  const said = withoutCode(text);
  // Further down it stands among the subjects of what was squashed.
  if (REVERT.test(subject) || body.startsWith('This reverts commit')) {
    const taken = subject.replace(REVERT, '').replace(/^[\s:"“]{1,5}/u, '');
    // That a version was not to be raised yet is no knowledge, nor is “revert name”; why is, and which commit.
    if ((CHORE.test(taken) || reverts === undefined) && said.length < TEXT_MIN) return undefined;
    if (/^revert/iu.test(taken)) return undefined;
    return { kind: 'revert', type: 'decision', text, reverts };
  }
  if (
    BREAKING_SUBJECT.test(subject) ||
    BREAKING.test(subject) ||
    BREAKING.test(body) ||
    DROPPED.test(subject)
  )
    return { kind: 'breaking', type: 'decision', text, reverts: undefined };
  if (CHORE.test(subject)) return undefined;
  if (said.length < TEXT_MIN || !CAUSE.test(said)) return undefined;
  if (FIX.test(subject)) return { kind: 'fix', type: 'incident', text, reverts: undefined };
  return said.length >= DECISION_MIN && DECIDED.test(said)
    ? { kind: 'decision', type: 'decision', text, reverts: undefined }
    : undefined;
}

const TRAILER =
  /^(?:[A-Z][\w-]*-by|Change-Id|PR-URL|Reviewed-on|Signed-off|Co-authored|Cc|Link|Refs?|Bug|Test|Tested|git-svn-id|Differential Revision|PiperOrigin-RevId|COPYBARA\w*|RELNOTES|Reverts|Backport\w*|Issue|X-[\w-]+)\s*[:=]/iu;
/** The subjects that a squash merge lists, and what nobody filled in of a template. */
const EMPTY_LINE =
  /^(?:\* .{0,80}$|- \[[ x]\]|#{1,4} |---|This reverts commit|\(?cherry[- ]picked from|Merge (?:branch|pull|remote)|Conflicts:|🤖 Generated)/iu;
/** Words of a line that only names issues. */
const REFERRING =
  /^(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|see|also|ref(?:s|erences)?|part|of|related|to|and|issues?|prs?|https?.{0,300}|.{0,100}#\d{1,8}|gh-\d{1,8}|[\W\d]{0,20})$/iu;

/** Characters of a body, and of a line of it, that are looked at. */
const BODY_MAX = 20_000;
const LINE_MAX = 1_000;

const textOf = (body: string): string =>
  withoutComments(body.slice(0, BODY_MAX))
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => {
      const plain = line.trim().slice(0, LINE_MAX);
      return !TRAILER.test(plain) && !EMPTY_LINE.test(plain) && !(plain !== '' && isReference(plain));
    })
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();

/** Code between fences says what, not why. */
const withoutCode = (text: string): string =>
  text
    .split('```')
    .filter((_, index) => index % 2 === 0)
    .join('');

const isReference = (line: string): boolean =>
  line.split(/[\s,;:]+/u, 30).every((word) => REFERRING.test(word));

const withoutComments = (body: string): string =>
  body
    .split('<!--')
    .map((part, index) => {
      if (index === 0) return part;
      const end = part.indexOf('-->');
      return end < 0 ? '' : part.slice(end + 3);
    })
    .join('');

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
