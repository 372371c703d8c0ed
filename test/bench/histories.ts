import { execFileSync } from 'node:child_process';
import { countTerms } from '@memory/text';
import { InMemorySearch, tableQuery, type SearchableMemory } from '../support/in-memory-search.ts';

/** Commits that are memories, and newer ones whose subjects are asked. */
const MEMORIES = 1_000;
const QUESTIONS = 200;
/** A file that more commits touch says nothing of what they have in common. */
const COMMON = 0.05;
const TOP = 5;

interface Commit {
  id: string;
  subject: string;
  body: string;
  files: string[];
}

/**
 * The history of repositories as a memory: the subject of a commit is asked, and an earlier commit that touches one of its
 * files is wanted among five. Repositories are named by their folders: `HISTORIES=a,b npm run bench -- histories`.
 */
export async function benchHistories(): Promise<void> {
  const folders = (process.env['HISTORIES'] ?? '').split(',').filter(Boolean);
  if (folders.length === 0) return console.log('(skipped: HISTORIES names no repository)');
  const rows = folders.map((folder) => ({ folder, ...measure(commitsOf(folder)) }));
  console.log('repository | questions | plain BM25 | words | hybrid');
  for (const { folder, questions, bm25, words, hybrid } of rows)
    console.log(
      [folder.split('/').slice(-2).join('/'), questions, ...[bm25, words, hybrid].map(digits)].join(' | '),
    );
  const mean = (name: 'bm25' | 'words' | 'hybrid') =>
    digits(rows.reduce((sum, row) => sum + row[name], 0) / rows.length);
  console.log(['mean', '', mean('bm25'), mean('words'), mean('hybrid')].join(' | '));
}

const digits = (value: number): string => value.toFixed(3);

/** The latest, the oldest of them first. */
function commitsOf(folder: string): Commit[] {
  const log = execFileSync(
    'git',
    ['-C', folder, 'log', '--no-merges', '-n', '3000', '--name-only', '--format=%x1e%H%x1f%s%x1f%b%x1f'],
    { maxBuffer: 1e9, encoding: 'utf8' },
  );
  const commits = log.split('\u001E').flatMap((entry): Commit[] => {
    const [id = '', subject = '', body = '', files = ''] = entry.split('\u001F');
    const named = files.split('\n').filter(Boolean);
    return subject && named.length > 0 ? [{ id: id.trim(), subject, body, files: named.slice(0, 50) }] : [];
  });
  return commits.slice(0, MEMORIES + QUESTIONS).toReversed();
}

function measure(commits: readonly Commit[]) {
  const known = commits.slice(0, -QUESTIONS);
  const memories = known.map(({ id, subject, body, files }): SearchableMemory => ({
    id,
    text: { title: subject, narrative: body.trim() || subject, tags: [], concepts: [], sourceFiles: files },
  }));
  const search = new InMemorySearch(memories);
  const plain = plainBm25(known);
  const touched = new Map<string, number>();
  for (const { files } of known) for (const file of files) touched.set(file, (touched.get(file) ?? 0) + 1);
  const isTelling = (file: string) => (touched.get(file) ?? 0) <= COMMON * known.length;
  const asked = commits.slice(-QUESTIONS).flatMap(({ subject, files }) => {
    const telling = files.filter(isTelling);
    const want = new Set(known.filter((c) => c.files.some((f) => telling.includes(f))).map(({ id }) => id));
    return want.size > 0 ? [{ subject, want }] : [];
  });
  const share = (found: (subject: string) => readonly string[]) =>
    asked.filter(({ subject, want }) =>
      found(subject)
        .slice(0, TOP)
        .some((id) => want.has(id)),
    ).length / asked.length;
  const ids = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);
  return {
    questions: asked.length,
    bm25: share(plain),
    words: share((subject) => ids(search.search(subject, { limit: TOP }))),
    hybrid: share((subject) => ids(search.search(subject, { limit: TOP, semantic: tableQuery(subject) }))),
  };
}

/** The textbook's formula over all text of a commit, each word once, whatever it stands in. */
function plainBm25(commits: readonly Commit[]): (query: string) => string[] {
  const count = (text: string) => countTerms([{ text, weight: 1 }], 'english').lexemes;
  const indexed = commits.map(({ id, subject, body, files }) => {
    const counts = count([subject, body, ...files].join('\n'));
    return { id, counts, length: [...counts.values()].reduce((sum, n) => sum + n, 0) };
  });
  const average = indexed.reduce((sum, { length }) => sum + length, 0) / indexed.length;
  const frequencies = new Map<string, number>();
  for (const { counts } of indexed)
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return (query) => {
    const terms = [...count(query).keys()].map((term) => {
      const df = frequencies.get(term) ?? 0;
      return { term, idf: Math.log(1 + (indexed.length - df + 0.5) / (df + 0.5)) };
    });
    return indexed
      .map(({ id, counts, length }) => {
        const score = terms.reduce((sum, { term, idf }) => {
          const tf = counts.get(term) ?? 0;
          return sum + (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / average));
        }, 0);
        return { id, score };
      })
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
  };
}
