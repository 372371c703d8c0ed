import type { Clone } from './git.ts';
import { onOneLine, type PairFile } from './pairs.ts';

const TRAILER =
  /^\s*(?:[a-z-]+-by|change-id|cc|closes?-bug|related-bug|partial-bug|bugs?|fix(?:es)?|closes?|resolves|refs?|see|issue|implements|depends-on|blueprint|link|pr|pull ?request|date|conflicts|commit|\w+impact|x-[a-z-]+|git-svn-id|reviewed-on|patch-set|test ?plan|release-note|docs-for)\s*[:#]/iu;
const ROUTINE =
  /^(?:merge|revert|bump|imported translations|release|version|v?\d+\.\d+|sync|dependency|(?:chore|build)\(deps|update(?:d)? (?:dependency|translations?|global)|backport|cherry|prepare|updating |translated using|localisation updates|auto-?(?:update|generated)|roll )/iu;
const NO_PROSE = /^\s*(?:#|>|diff |---|\+\+\+|@@|\||```|\* [0-9a-f]{7,}|[0-9a-f]{7,40}\b)/u;

/** Subjects with their bodies, and first paragraphs with those that follow. */
export function extractCommits(clone: Clone, pairs: PairFile): void {
  for (const { subject: given, body: whole } of clone.commits()) {
    if (whole.trim() === '' || given.length > 160 || ROUTINE.test(given.trim())) continue;
    const subject = onOneLine(
      given.replaceAll(/\(?#\d+\)?/gu, ' ').replace(/^\s*\[?[A-Z][A-Z0-9]+-\d+\]?[:\s]*/u, ''),
    );
    const body = whole
      .replaceAll(/https?:\/\/\S+|<[^<>\s]+@[^<>\s]+>|\b[0-9a-f]{8,40}\b/gu, ' ')
      .split('\n')
      .filter((line) => !TRAILER.test(line))
      .map((line) => (NO_PROSE.test(line) || (/^ {4}/u.test(line) && /[{};=$()<>]/u.test(line)) ? '' : line))
      .join('\n');
    const paragraphs = body
      .split(/\n\s*\n/u)
      .map(onOneLine)
      .filter((text) => text.length > 30 && (text.match(/[A-Za-z]{2,}/gu)?.length ?? 0) >= 6);
    if (paragraphs.length === 0 || (subject.match(/\w{2,}/gu)?.length ?? 0) < 2) continue;
    pairs.add(subject, paragraphs.join(' ').slice(0, 700), 'commit', { most: 2 });
    const [first = '', ...rest] = paragraphs;
    if (rest.length > 0 && first.length < 500)
      pairs.add(first.slice(0, 400), rest.join(' ').slice(0, 500), 'commit-paragraph', { most: 2 });
  }
}
