import { FILE_BYTES_MAX } from '@memory/code-graph';
import { countOf, listed } from '../command/print.ts';
import type { IndexSummary, NotIndexed } from './index-repository.ts';

const REASONS: Record<NotIndexed, string> = {
  too_large: `larger than ${FILE_BYTES_MAX / 1_000_000} MB`,
  binary: 'binary',
  minified: 'minified',
  symlink: 'symbolic links, not followed',
  ignored_by_default: 'folders of dependencies or build output',
  unreadable: 'unreadable, kept as they were',
  unreadable_name: 'with a name that is not UTF-8',
  unparsable: 'the grammar gave up',
  path_too_long: 'with a path longer than 1,024 bytes',
};

/** How many paths are listed for each reason. */
const SHOWN = 5;

/** Summary of an indexing for people: one line, and one for each reason why something was left out. */
export function describeSummary(summary: IndexSummary): string[] {
  const { repository, sent, unchanged, deleted, kept, symbols, partial, skipped, nested, unread } = summary;
  const { trunk, behind } = summary;
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [
    `${repository}: ${countOf(sent, 'file', 'files')} sent with ${countOf(symbols, 'symbol', 'symbols')}${unchanged > 0 ? `, ${unchanged} unchanged` : ''}${deleted > 0 ? `, ${deleted} deleted` : ''}.`,
    ...(sent + unchanged + deleted + kept === 0 && behind === null
      ? ['No file here is of a language that is read, or all are ignored.']
      : []),
    ...(kept > 0
      ? [
          `${countOf(kept, 'file is', 'files are')} gone, more than half: kept in the index. --force deletes what is gone, --name indexes under another name.`,
        ]
      : []),
    ...(behind === null
      ? []
      : [
          `The index is of a later commit (${behind.slice(0, 12)}), and what it has was left: pull first. --as-is indexes this tree.`,
        ]),
    ...(trunk && trunk.differing > 0
      ? [
          `${countOf(trunk.differing, 'file differs', 'files differ')} here from ${trunk.name}, indexed as it has ${trunk.differing === 1 ? 'it' : 'them'}. --as-is indexes this tree.`,
        ]
      : []),
    ...(partial.length > 0
      ? [
          `Read in part, since the parser does not understand a place or the file is too large: ${listed(partial, SHOWN)}.`,
        ]
      : []),
    ...unreadLines(unread),
    ...(nested.length > 0
      ? [`Repositories inside, indexed as part of this one: ${listed(nested, SHOWN)}.`]
      : []),
    ...[...byReason].map(
      ([reason, items]) =>
        `Skipped, ${REASONS[reason]}: ${listed(
          items.map(({ path }) => path),
          SHOWN,
        )}.`,
    ),
  ];
}

/** A summary without what was told before: while a tree is watched, each pass finds the same to leave out. */
export function withoutTold(summary: IndexSummary, told: Set<string>): IndexSummary {
  const isNew = (what: string) => !told.has(what) && Boolean(told.add(what));
  return {
    ...summary,
    partial: summary.partial.filter((path) => isNew(`partial ${path}`)),
    skipped: summary.skipped.filter(({ path, reason }) => isNew(`${reason} ${path}`)),
    nested: summary.nested.filter((path) => isNew(`nested ${path}`)),
    unread: isNew('unread') ? summary.unread : {},
  };
}

function unreadLines(unread: IndexSummary['unread']): string[] {
  const counts = Object.entries(unread).toSorted(([, a], [, b]) => b - a);
  return counts.length === 0
    ? []
    : [`Not read, of other languages: ${counts.map(([ending, count]) => `${count} ${ending}`).join(', ')}.`];
}
