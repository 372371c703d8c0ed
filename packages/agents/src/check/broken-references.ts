import { withoutEnd } from '@memory/text/without-end';
import type { ChangedSymbol } from './changed-symbols.ts';
import type { Note } from './note.ts';
import type { FileChange, SourceTree } from '../tree/source-tree.ts';

const DOCUMENTS = [
  '*.md',
  '*.mdc',
  '*.mdx',
  '*.rst',
  '*.adoc',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
];

/** Histories tell what was. */
const PAST = /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|NEWS|RELEASES?)[^/]*$/iu;

const TEXTS_MAX = 200;
/** A name of fewer characters, or without an inner capital or underscore, is a word. */
const isTelling = (name: string): boolean => name.length >= 5 && /[A-Za-z\d]_\w|[a-z\d][A-Z]/u.test(name);

export async function brokenReferences(
  tree: SourceTree,
  {
    changes,
    changed,
    head,
  }: { changes: readonly FileChange[]; changed: readonly ChangedSymbol[]; head: string | null },
): Promise<Note[]> {
  const paths = new Map(
    changes.flatMap(({ before, after }) =>
      before !== null && after !== before && before.includes('/') ? [[before, after] as const] : [],
    ),
  );
  const gone = changed.filter(
    (one) => isTelling(one.symbol.name) && (one.verdict === 'gone' || newName(one) !== undefined),
  );
  const still = new Set(
    await defined(
      tree,
      gone.map(({ symbol }) => symbol.name),
      head,
    ),
  );
  const names = new Map(
    gone.flatMap((one) => (still.has(one.symbol.name) ? [] : [[one.symbol.name, newName(one)] as const])),
  );
  const texts = [...paths.keys(), ...names.keys()].slice(0, TEXTS_MAX);
  const notes: Note[] = [];
  for (const { path, line, text } of await tree.linesWith(texts, DOCUMENTS, head)) {
    if (PAST.test(path)) continue;
    const words = new Set(
      text.match(/[\w$./@-]+/gu)?.map((word) => withoutEnd(word.replace(/^\.\//u, ''), '.')),
    );
    for (const [before, after] of paths)
      if (words.has(before))
        notes.push(
          reference(
            path,
            line,
            after === null ? `names ${before}, which is gone` : `names ${before}, now ${after}`,
          ),
        );
    for (const [name, now] of names)
      if ([...words].some((word) => word.split('.').includes(name)))
        notes.push(
          reference(
            path,
            line,
            now === undefined ? `names ${name}, which is gone` : `names ${name}, now ${now}`,
          ),
        );
  }
  return notes;
}

/** The present name of a symbol, where it goes by another. */
const newName = ({ verdict, symbol, name }: ChangedSymbol): string | undefined =>
  verdict === 'moved' && symbol.kind !== 'module' && name !== null && !`.${name}`.endsWith(`.${symbol.name}`)
    ? name
    : undefined;

/** Names that something in the sources still has. */
async function defined(tree: SourceTree, names: readonly string[], head: string | null): Promise<string[]> {
  const found = new Set<string>();
  const paths = await tree.filesWith(names, head);
  for (const { name } of (await Promise.all(paths.map((path) => tree.symbols(path, head)))).flat())
    if (names.includes(name)) found.add(name);
  return [...found];
}

const reference = (path: string, line: number, reason: string): Note => ({
  kind: 'reference',
  type: 'document',
  reason,
  path,
  line,
  weight: 0.6,
});
