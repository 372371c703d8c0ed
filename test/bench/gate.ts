import { execFileSync } from 'node:child_process';
import { parseQuery, questionIn, relevance } from '@memory/text';
import { InMemorySearch, tableQuery, tableVector } from '../support/in-memory-search.ts';

const MEMORIES = 300;
const QUESTIONS = 60;
const CANDIDATES = 5;
/** Commits of the same first three words: more are made by a machine. */
const COMMON = 3;
/** Words from which a commit's text is asked as a long one. */
const LONG = 60;
const GATES = [0.15, 0.25, 0.5];
/** References to a commit or an issue, which tell the two apart too easily. */
const REFERENCE = /(?:\b[0-9a-f]{9,40}\b|#+\d{3,8}\b|\bhttps?:\/\/\S+)/gu;

interface Commit {
  id: string;
  title: string;
  body: string;
  refers: string[];
}

interface Judged {
  kind: string;
  isOwn: boolean;
  candidates: { chance: number; isAnswer: boolean }[];
}

/**
 * How likely a memory has to do with a question, and whether that is true: `HISTORIES=a,b npm run bench -- gate`. A commit that refers to the same
 * commit or issue as an earlier one is asked, by its subject and by all of its text, of its own history and of the next.
 */
export function benchGate(): Promise<void> {
  const folders = (process.env['HISTORIES'] ?? '').split(',').filter(Boolean);
  if (folders.length < 2) console.log('(skipped: HISTORIES names fewer than two repositories)');
  else print(judgeAll(folders.map(historyOf)));
  return Promise.resolve();
}

function historyOf(folder: string) {
  const log = execFileSync(
    'git',
    ['-C', folder, 'log', '--no-merges', '-n', '9000', '--format=%x1e%H%x1f%s%x1f%b'],
    { maxBuffer: 1e9, encoding: 'utf8' },
  );
  const all = log.split('\u001E').flatMap((entry): Commit[] => {
    const [id = '', title = '', body = ''] = entry.trim().split('\u001F');
    const refers = [...`${title}\n${body}`.matchAll(REFERENCE)].map(([found]) =>
      found.replace(/^#+/u, '').slice(0, 9),
    );
    const said = (text: string) => text.replaceAll(REFERENCE, '').trim();
    return title === ''
      ? []
      : [{ id, title: said(title), body: said(body), refers: [id.slice(0, 9), ...refers] }];
  });
  // Updates of dependencies and backports are like each other whatever they are about.
  const shapes = Map.groupBy(all, ({ title }) =>
    title
      .toLowerCase()
      .replaceAll(/[\d\W]+/gu, ' ')
      .split(' ')
      .slice(0, 3)
      .join(' '),
  );
  const commits = [...shapes.values()].flatMap((alike) => (alike.length > COMMON ? [] : alike.slice(0, 1)));
  const byReference = Map.groupBy(
    commits.flatMap((commit) => commit.refers.map((name) => ({ name, commit }))),
    ({ name }) => name,
  );
  const answers = new Map<Commit, Commit>();
  for (const named of byReference.values()) {
    const [later, earlier] = named.map(({ commit }) => commit);
    if (later && earlier && named.length === 2 && later !== earlier && answers.size < QUESTIONS)
      answers.set(later, earlier);
  }
  for (const [later, earlier] of answers) if (answers.has(earlier)) answers.delete(later);
  const wanted = new Set(answers.values());
  const others = commits.filter((commit) => !wanted.has(commit) && !answers.has(commit));
  const step = Math.max(1, Math.floor(others.length / MEMORIES));
  const memories = [...wanted, ...others.filter((_, place) => place % step === 0)].slice(0, MEMORIES);
  const texts = memories.map(({ title, body }) => ({
    title,
    narrative: body || title,
    tags: [],
    concepts: [],
    sourceFiles: [],
  }));
  const vectors = new Map(memories.map(({ id }, place) => [id, tableVector(texts[place]!)]));
  const words = new Map(
    memories.map(({ id, title, body }) => [
      id,
      new Set(parseQuery(`${title}\n${body}`, 'english').words.map(({ lexeme }) => lexeme)),
    ]),
  );
  const frequencies = new Map<string, number>();
  for (const held of words.values())
    for (const lexeme of held) frequencies.set(lexeme, (frequencies.get(lexeme) ?? 0) + 1);
  const search = new InMemorySearch(memories.map(({ id }, place) => ({ id, text: texts[place]! })));
  return { answers, vectors, words, frequencies, search };
}

type History = ReturnType<typeof historyOf>;

function judgeAll(histories: readonly History[]): Judged[] {
  return histories.flatMap((own, place) => {
    const foreign = histories[(place + 1) % histories.length]!;
    return [...own.answers].flatMap(([{ title, body }, { id }]) => {
      const isLong = body.split(/\s+/u).length >= LONG;
      const forms = { subject: title, ...(isLong ? { long: `${title}\n\n${body}` } : {}) };
      return Object.entries(forms).flatMap(([kind, question]): Judged[] => [
        { kind, isOwn: true, candidates: judge(own, question, id) },
        { kind, isOwn: false, candidates: judge(foreign, question, '') },
      ]);
    });
  });
}

function judge({ vectors, words, frequencies, search }: History, question: string, answer: string) {
  const semantic = tableQuery(question);
  const memories = vectors.size;
  const idf = ({ lexeme }: { lexeme: string }) => {
    const frequency = frequencies.get(lexeme) ?? 0;
    return Math.log(1 + (memories - frequency + 0.5) / (frequency + 0.5));
  };
  const sum = (some: { lexeme: string }[]) => some.reduce((total, word) => total + idf(word), 0);
  const read = questionIn(question);
  const asked = parseQuery(read, 'english').words;
  return search.search(question, { limit: CANDIDATES, semantic }).map(({ id, score }) => {
    const matched = sum(asked.filter(({ lexeme }) => words.get(id)?.has(lexeme)));
    const vector = vectors.get(id);
    const cosine =
      vector && semantic
        ? vector.reduce((total, x, place) => total + x * (semantic.vector[place] ?? 0), 0)
        : 0;
    const whole = sum(asked) || 1;
    return {
      isAnswer: id === answer,
      chance: relevance({
        coverage: matched / whole,
        matched,
        likeness: Math.min(1, Math.max(0, (cosine - 0.1) / 0.6)),
        memories,
        ...(read === question ? {} : { ranked: score }),
      }),
    };
  });
}

function print(judged: readonly Judged[]): void {
  const share = (some: readonly unknown[], all: readonly unknown[]) =>
    all.length === 0 ? '-' : (some.length / all.length).toFixed(2);
  console.log(`question | asked | ${GATES.map((gate) => `answered at ${gate}: own, foreign`).join(' | ')}`);
  for (const kind of ['subject', 'long']) {
    const [own, foreign] = [true, false].map((isOwn) =>
      judged.filter((one) => one.kind === kind && one.isOwn === isOwn),
    );
    const answered = (some: readonly Judged[] = [], gate: number) =>
      share(
        some.filter(({ candidates }) => candidates.some(({ chance }) => chance >= gate)),
        some,
      );
    console.log(
      [kind, own?.length, ...GATES.map((gate) => `${answered(own, gate)}, ${answered(foreign, gate)}`)].join(
        ' | ',
      ),
    );
  }
  const pairs = judged.flatMap(({ candidates }) => candidates);
  let error = 0;
  console.log('chance | said | true | candidates');
  for (let from = 0; from < 10; from += 1) {
    const some = pairs.filter(({ chance }) => Math.min(9, Math.floor(10 * chance)) === from);
    if (some.length === 0) continue;
    const said = some.reduce((total, { chance }) => total + chance, 0) / some.length;
    const isTrue = some.filter(({ isAnswer }) => isAnswer).length / some.length;
    error += (some.length / pairs.length) * Math.abs(said - isTrue);
    console.log([from / 10, said.toFixed(2), isTrue.toFixed(2), some.length].join(' | '));
  }
  console.log(`expected calibration error ${error.toFixed(3)}`);
}
