import { globSync, readFileSync } from 'node:fs';
import { routeEntries } from '@memory/contracts';
import { expect } from 'vitest';
import { judge, keyOf, type Verdict } from '../support/regexes/judge.ts';
import { keepVerdicts, readVerdicts, sampleOf } from '../support/regexes/kept-verdicts.ts';
import { madeBy } from '../support/regexes/made-by.ts';
import { regexesOf, type Regex } from '../support/regexes/regexes-of.ts';
import { verifies } from '../support/verifies.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/**
 * Where expressions look around, refer back or count beyond what an automaton can hold: they are searched for an attack
 * instead, and this is what bounds what they read.
 */
const SEARCHED: Record<string, string> = {
  'packages/agents/src/import/': 'a line or a heading, cut before; a file of 4 MiB that the user named',
  'packages/code-graph/src/anchoring/anchor.ts': 'the path of a file, 1,024 bytes',
  'packages/code-graph/src/anchoring/mentions.ts': 'a memory, 10,000 characters',
  'packages/code-graph/src/config/scan-lines.ts': 'a statement, from its beginning',
  'packages/code-graph/src/parsing/doc-head.ts': 'one line of a comment, cut before',
  'packages/code-graph/src/parsing/read-source.ts': 'a file name',
  'packages/code-graph/src/parsing/second-reading.ts':
    'a run of capitals is read once, from the beginning of its line; 200 characters behind it',
  'packages/code-graph/src/parsing/type-name.ts': 'a type of a signature, 200 characters, from its beginning',
  'packages/contracts/src/code/code.ts': 'a digest, 64 characters, from its beginning',
  'packages/contracts/src/fields.ts': 'a path of a file, 1,024 bytes',
  'packages/contracts/src/jobs/jobs.ts': 'the key of an object, 1,024 bytes, from its beginning',
  'packages/contracts/src/sessions.ts': 'each run of backslashes is read once, from its first',
  'packages/agents/src/archive/import-report.ts': 'the kind of a record, 40 characters, from its beginning',
  'packages/agents/src/archive/notes/note-syntax.ts':
    'a line of a note, 1 MiB: each part has a bound or one place to begin',
  'packages/core/src/anchors/anchor-memories.ts': 'the name of a file, 1,024 bytes',
  'packages/core/src/code/get-code-context.ts': 'a memory, 10,000 characters',
  'packages/core/src/extraction/': 'an observation, 10,000 characters',
  'packages/core/src/keys/keys.ts': 'from its beginning, 46 characters',
  'packages/db/src/drivers/data-api.ts': 'a statement of ours, from its beginning',
  'packages/db/src/slow-statements.ts': 'a statement of ours',
  'packages/sections/src/markdown/markdown-parser.ts':
    'a line is tried from its beginning; the reader has a deadline',
  'packages/sections/src/pdf/pdf-text.ts': 'a line of a page: a run of digits is read once, from its first',
  'packages/agents/src/hook/capture/privacy.ts': 'what a command printed, 50,000 characters',
  'packages/providers/src/embedder/bedrock.ts': 'a model named in the settings',
  'packages/providers/src/object-store/object-store.ts':
    'the key of an object, 1,024 bytes, from its beginning',
  'packages/providers/src/text-generator/bedrock.ts': 'a model named in the settings',
  'packages/service/src/logging/logger.ts': 'from its beginning, 64 characters',
  'packages/code-graph/src/resolving/block-receivers.ts': 'a signature, 300 characters',
  'packages/text/src/left-open.ts': 'a sentence of a summary, 10,000 characters',
  'infra/bundle-functions.ts': 'our own files',
  'packages/text/src/question-in.ts': 'a run of blanks is read once, from its first',
  'packages/text/src/sentences.ts':
    'a text that memories are drawn from: a run of blanks is read once, from its first',
  'packages/text/src/table/table-words.ts': 'a run of letters is read once, from its first',
  'packages/text/src/recall/neutral-text.ts': 'what stands behind a bracket, 200 characters',
  'packages/text/src/parse-query.ts': 'a query, 10,000 characters',
  'packages/text/src/estimate-tokens.ts':
    'an answer: from a place where no word of 32 letters begins, 32 characters',
  'packages/redact/src/': 'each begins with fixed letters; a text of a request, 1 MiB',
};

/**
 * A count of at most so many characters, begun again at each place: linear, with a factor that the search takes for another
 * degree, or more forms than it can look through. `linear.whole.test.ts` of redact holds the time of all of them together.
 */
const BOUNDED: Record<string, string> = {
  'packages/code-graph/src/config/scan-lines.ts':
    'a statement, from its beginning: each part has one place to begin',
  'packages/core/src/discovery/note-versions.ts':
    'a name, 60 characters, and three words; a title and the first 600 characters of a text',
  'packages/core/src/extraction/rules/phrases.ts': 'words of a sentence, 120',
  'packages/redact/src/find/assignments.ts': 'a name and what stands before it, 60 characters',
  'packages/redact/src/find/web.ts':
    'what stands behind the name of a command, 400 characters; the name of a cookie or a parameter, 100',
  'packages/redact/src/find/files.ts':
    'a host, 255 characters; a statement up to its password, 300; one line',
  'packages/redact/src/find/tokens.ts':
    'from one place, where the text begins as a token does; marks before a line of a key, 40 characters',
  'packages/redact/src/find/statements.ts': 'the words before a value, 5 of 40 characters',
  'packages/redact/src/reading.ts': 'one mark, 200 characters',
};

/** Words that could be tokens, one of each beginning. */
const BEGINNINGS = Array.from(
  { length: 128 },
  (_, code) => ` ${String.fromCodePoint(code)}${'a1'.repeat(20)}`,
).join('');

/** Kept verdicts that are found again in each run. */
const SAMPLE = 8;

const files = globSync(['packages/**/*.ts', 'functions/**/*.ts', 'infra/**/*.ts'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**', 'packages/*/{bench,test,training}/**'],
}).toSorted();

/** Makes the expressions of tables that stand in other files. */
const RULES = 'packages/redact/src/find/rules.ts';

/** Every expression of the source by its form; what is made of strings as it runs, with all that was put into it. */
async function allRegexes(): Promise<Map<string, { regex: Regex; file: string }>> {
  const found = new Map<string, { regex: Regex; file: string }>();
  for (const file of files) {
    const { literals, made: own } = regexesOf(ROOT + file);
    const tables = readFileSync(ROOT + file, 'utf8').match(/\brulesOf\(/gu) ?? [];
    const made = file === RULES ? 0 : own + tables.length;
    const run = made > 0 ? await madeByFile(file) : [];
    expect(
      run.length,
      `${file}: expressions made of strings are made when it is loaded`,
    ).toBeGreaterThanOrEqual(made);
    for (const regex of [...literals, ...run]) found.set(`/${regex.source}/${regex.flags}`, { regex, file });
  }
  return found;
}

async function madeByFile(file: string): Promise<Regex[]> {
  // Its imports are loaded before, and stay; it is loaded again itself, under an address of its own.
  await import(/* @vite-ignore */ ROOT + file);
  return madeBy(async () => {
    const module = (await import(/* @vite-ignore */ `${ROOT}${file}?again`)) as {
      findTokens?: (text: string) => unknown;
      routeMatcher?: (entries: typeof routeEntries) => unknown;
    };
    // Made for the first word that begins so.
    module.findTokens?.(BEGINNINGS);
    module.routeMatcher?.(routeEntries);
  });
}

verifies(
  'hardening.regexes',
  async () => {
    const faults: string[] = [];
    const searched = new Set<string>();
    const bounded = new Set<string>();
    const regexes = await allRegexes();
    const kept = readVerdicts();
    const verdicts = new Map<string, Verdict>();
    const sample = sampleOf(kept, SAMPLE);
    const waiting = regexes.entries();
    const work = async () => {
      for (const [form, { regex, file }] of waiting) {
        const key = keyOf(regex);
        const known = kept.get(key);
        // An expression whose time another test holds is not looked at for minutes.
        const judgeAnew = () => judge(regex, BOUNDED[file] ? { timeoutMs: 5_000 } : {});
        // Nor is what a search found of it the same each time.
        const isBelieved = known && (!sample.has(key) || BOUNDED[file]);
        const found = isBelieved ? known : await judgeAnew();
        // A search that timed out has met a busy machine: it says nothing against what was found in time.
        const verdict = known && found.startsWith('unknown') ? known : found;
        if (known && verdict !== known) faults.push(`${file}: ${form} is kept as ${known}`);
        verdicts.set(key, verdict);
        const named = Object.keys(SEARCHED).find((place) => file.startsWith(place));
        if (verdict === 'searched' && named) searched.add(named);
        else if (
          BOUNDED[file] &&
          /^(?:vulnerable: 2nd degree polynomial \(fuzz\)|vulnerable: 3rd degree polynomial \(fuzz\)|unknown: timeout)/u.test(
            verdict,
          )
        )
          bounded.add(file);
        else if (verdict !== 'proven') faults.push(`${file}: ${form} ${verdict}`);
      }
    };
    await Promise.all([work(), work()]);
    expect(faults).toEqual([]);
    keepVerdicts(verdicts);
    expect([...bounded].toSorted(), 'files that need no bound').toEqual(Object.keys(BOUNDED).toSorted());
    expect([...searched].toSorted(), 'places that need no exception').toEqual(
      Object.keys(SEARCHED).toSorted(),
    );
  },
  // Without kept verdicts 45 s on an idle machine.
  { timeoutMs: 900_000 },
);

verifies(
  'hardening.regexes',
  async () => {
    expect(await judge({ source: '[ \\t]+#+[ \\t]*$', flags: 'u' })).toMatch(/^vulnerable: 2nd degree/);
    expect(await judge({ source: '^(?:a|a)+$', flags: '' })).toMatch(/^vulnerable: exponential/);
    expect(await judge({ source: '^[a-z]+$', flags: '' })).toBe('proven');
  },
  { title: 'a quadratic and an exponential one are told' },
);
