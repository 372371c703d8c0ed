import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest';
import { RECORD_SCHEMAS, recordLine, recordsEndLine, recordsHeaderLine } from '@memory/contracts';
import { SourceTree } from '../../../packages/agents/src/tree/source-tree.ts';
import { checkCommand } from '../../../packages/agents/src/check/check-command.ts';
import { findProject } from '../../../packages/agents/src/hook/project/find-project.ts';
import { whyCommand } from '../../../packages/agents/src/check/why-command.ts';
import { isWhole } from '../../support/portion.ts';
import { verifies } from '../../support/verifies.ts';

const PRICES = `export function priceOf(item: string) {
  return roundUp(item.length * 3);
}

export function roundUp(value: number) {
  return Math.ceil(value / 10) * 10;
}

export function legacyTax(value: number) {
  return value * 0.19;
}
`;
const ORDERS = `import { priceOf } from './prices.ts';

export function placeOrder(item: string) {
  const price = priceOf(item);
  return { item, price };
}

export function closeShop() {
  return 'closed';
}
`;

const memory = (n: number, title: string, narrative: string, more: object = {}) =>
  RECORD_SCHEMAS.memory.parse({
    record: 'memory',
    id: `00000000-0000-4000-8000-00000000000${n}`,
    title,
    narrative,
    created_at: '2020-06-01T00:00:00.000Z',
    ...more,
  });

const MEMORIES = [
  memory(1, 'Letters cost three cents', 'We tried flat prices; `priceOf()` charges by letter.', {
    memory_type: 'decision',
    memory_id: 'mem-2345678abcdefghj',
  }),
  memory(2, 'An order keeps its price', 'placeOrder keeps the price, so that later prices change nothing.', {
    memory_type: 'decision',
  }),
  memory(3, 'German tax', '`legacyTax` is for the old shop.'),
  memory(4, 'Closing', '`closeShop` says so in one word.', { memory_type: 'decision' }),
  memory(5, 'Prices are integers', 'Nothing here has cents.', {
    memory_type: 'convention',
    source_files: ['src/prices.ts'],
  }),
  memory(6, 'Somewhere else', 'priceOf there is another.', {
    memory_type: 'decision',
    project: 'github.com/acme/other',
  }),
];

let root = '';
const git = (...args: string[]) => gitAt(new Date().toISOString(), ...args);
const gitAt = (at: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-C', root, ...args], {
    encoding: 'utf8',
    env: { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at },
  }).trim();

function write(sources: Record<string, string>): void {
  for (const [path, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
}

/** An export. @returns where it lies */
function memoryFile(name: string, memories: readonly ReturnType<typeof memory>[]): string {
  const lines = [
    recordsHeaderLine(),
    ...memories.map((one) => recordLine(one)),
    recordsEndLine({ memory: memories.length }),
  ];
  write({ [name]: `${lines.join('\n')}\n` });
  return join(root, name);
}

const titles = (json: string): string[] =>
  (JSON.parse(json) as { notes: { memory?: { title: string } }[] }).notes
    .flatMap(({ memory: of }) => of?.title ?? [])
    .toSorted();

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'workspace-memory-check-'));
  git('init', '-q', '-b', 'main');
  git('remote', 'add', 'origin', 'https://github.com/acme/shop.git');
  // Settings that a person may have for their own eyes.
  for (const name of ['grep.lineNumber', 'grep.column', 'submodule.recurse']) git('config', name, 'true');
  for (const name of ['color.ui', 'color.grep']) git('config', name, 'always');
  write({
    'src/prices.ts': PRICES,
    'src/orders.ts': ORDERS,
    'CLAUDE.md': 'Taxes are made by `legacyTax`.\nPrices: src/prices.ts.\n',
    '.gitignore': '*.jsonl\n',
  });
  memoryFile('memory.jsonl', MEMORIES);
  git('add', '.');
  gitAt('2020-01-01T00:00:00Z', 'commit', '-q', '-m', 'first');
  write({
    // A comment and a move change nothing; a body and a function that goes do.
    'src/prices.ts': PRICES.replace('* 3', '* 4')
      .replace(/\nexport function legacyTax[^]*$/u, '')
      .replace('return Math', '// Up.\n  return Math'),
  });
  gitAt('2021-01-01T00:00:00Z', 'commit', '-q', '-a', '-m', 'second');
});

afterAll(() => rmSync(root, { recursive: true }));

/** Output of a command, and its exit code. */
async function run(
  command: typeof checkCommand,
  ...args: string[]
): Promise<{ text: string; code: unknown }> {
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line));
  const before = process.exitCode;
  process.exitCode = 0;
  onTestFinished(() => log.mockRestore());
  await command().parseAsync(['node', 'x', '-C', root, '--from', join(root, 'memory.jsonl'), ...args]);
  const code = process.exitCode;
  process.exitCode = before;
  return { text: printed.join('\n'), code };
}

/** Each memory in one line. */
const joined = (text: string): string => text.replaceAll(/\n {3}/gu, ' ');

verifies('check.change', async () => {
  const { text, code } = await run(checkCommand, '--diff', 'HEAD~1..HEAD', '--format', 'json');
  const { notes } = JSON.parse(text) as {
    notes: { kind: string; reason: string; path: string; memory?: { title: string } }[];
  };
  expect(notes.map(({ kind, reason, memory: of, path }) => [kind, of?.title ?? path, reason])).toEqual([
    ['changed', 'Letters cost three cents', 'priceOf does something else'],
    ['gone', 'German tax', 'legacyTax is gone'],
    ['convention', 'Prices are integers', 'holds for src/prices.ts'],
    ['reference', 'CLAUDE.md', 'names legacyTax, which is gone'],
    ['caller', 'An order keeps its price', 'placeOrder calls priceOf, which changes'],
  ]);
  expect(code).toBe(0);
  const none = (await run(checkCommand, '--diff', 'HEAD')).text.replaceAll(/\s+/gu, ' ');
  expect(none).toMatch(/^Nothing remembered/u);
  // A clone without the remote is another project.
  const others =
    'Nothing is remembered of this project; 1 memory belongs to others: --project github.com/acme/other looks at them.';
  expect(none).toContain(others);
  expect((await run(whyCommand, join(root, 'CLAUDE.md'))).text).toContain(others);
  const ofOther = ['--diff', 'HEAD~1..HEAD', '--project', 'github.com/acme/other'];
  expect((await run(checkCommand, ...ofOther)).text).toContain('Somewhere else');
});

verifies('check.change', async () => {
  const [touched, other] = [
    MEMORIES[0]!,
    memory(8, 'Letters cost a flat price', 'Five cents each.', { memory_type: 'decision' }),
  ];
  const pair = RECORD_SCHEMAS.relationship.parse({
    record: 'relationship',
    id: '00000000-0000-4000-8000-000000000009',
    source: other.id,
    target: touched.id,
    relationship_type: 'contradicts',
    discovery_method: 'file_overlap',
    created_at: other.created_at,
  });
  const lines = [
    recordsHeaderLine(),
    ...[touched, other, pair].map((one) => recordLine(one)),
    recordsEndLine({ memory: 2, relationship: 1 }),
  ];
  write({ 'pair.jsonl': `${lines.join('\n')}\n` });
  const from = ['--diff', 'HEAD~1..HEAD', '--from', join(root, 'pair.jsonl')];
  expect((await run(checkCommand, ...from)).text.replaceAll(/\s+/gu, ' ')).toContain(
    'contradicts “Letters cost three cents” (000000000001), which this touches, and nobody settled which holds',
  );
});

verifies.whole(
  'check.change',
  async () => {
    git('checkout', '-q', '-b', 'known', 'main');
    onTestFinished(() => void git('checkout', '-q', '-f', 'main'));
    write({ 'src/orders.ts': ORDERS.replace("'closed'", "'shut'") });
    gitAt('2022-01-01T00:00:00Z', 'commit', '-q', '-a', '-m', 'shut');
    write({ 'src/prices.ts': readFileSync(join(root, 'src/prices.ts'), 'utf8').replace('* 4', '* 6') });
    gitAt('2023-01-01T00:00:00Z', 'commit', '-q', '-a', '-m', 'six');
    const at = (created_at: string, branch: string | null) => ({
      created_at,
      branch,
      memory_type: 'decision',
    });
    const file = memoryFile('known.jsonl', [
      memory(1, 'Before', '`closeShop` and `priceOf`', at('2021-06-01T00:00:00.000Z', null)),
      memory(2, 'Between', '`closeShop` says shut.', at('2022-06-01T00:00:00.000Z', null)),
      memory(3, 'Six in the work', '`priceOf` takes six.', at('2022-06-01T00:00:00.000Z', 'known')),
      memory(4, 'Six or four', '`priceOf` takes what?', at('2022-06-01T00:00:00.000Z', null)),
      memory(5, 'Six', '`priceOf` takes six.', at('2023-06-01T00:00:00.000Z', null)),
      memory(6, 'Four', '`priceOf` takes four.', at('2023-06-01T00:00:00.000Z', 'main')),
      memory(7, 'Six of a deleted branch', '`priceOf` takes six.', at('2022-06-01T00:00:00.000Z', 'gone')),
    ]);
    const told = async (...range: string[]) =>
      titles((await run(checkCommand, '--from', file, '--format', 'json', ...range)).text);
    // A memory without a branch knows what the trunk held, and nothing of a branch that is not merged.
    const ofTrunk = ['Before', 'Between', 'Four', 'Six', 'Six or four'];
    expect(await told('--diff', 'main...known')).toEqual(ofTrunk);
    expect(await told('--diff', 'main')).toEqual(ofTrunk);
    // On the trunk the commits count from when they were merged, however old they are.
    git('checkout', '-q', '-f', 'main');
    gitAt('2024-01-01T00:00:00Z', 'merge', '-q', '--no-ff', '-m', 'merge known', 'known');
    expect(await told('--diff', 'HEAD~1..HEAD')).toEqual(expect.arrayContaining(ofTrunk));
    git('reset', '-q', '--hard', 'HEAD~1');
    git('checkout', '-q', '-f', 'known');
    // A change that is not committed is younger than a memory where its file was written later.
    write({ 'src/prices.ts': PRICES });
    expect(await told()).toContain('Six');
    utimesSync(join(root, 'src/prices.ts'), new Date('2023-05-01'), new Date('2023-05-01'));
    expect(await told()).not.toContain('Six');
  },
  { title: 'a memory that was written about the new code is not called outdated by the change that made it' },
);

verifies(
  'check.change',
  async () => {
    git('checkout', '-q', '-b', 'large', 'main');
    onTestFinished(() => void git('checkout', '-q', '-f', 'main'));
    const filler = Array.from({ length: 6_000 }, (_, n) => `// ${n} ${'a row of a table, '.repeat(10)}`);
    const rows = (size: number) => [
      'export const rows = () => size();',
      `const size = () => ${size};`,
      ...filler,
    ];
    write({ 'src/prices.ts': [PRICES, ...filler].join('\n'), 'src/rows.ts': rows(1).join('\n') });
    git('add', '.');
    git('commit', '-q', '-m', 'files of more than a megabyte');
    write({
      'src/prices.ts': [PRICES.replace('* 3', '* 4'), ...filler].join('\n'),
      'src/rows.ts': rows(2).join('\n'),
    });
    using read = vi.spyOn(SourceTree.prototype, 'index');
    expect((await run(checkCommand)).text).toContain('priceOf does something else');
    expect(read.mock.calls.map(([path]) => path)).not.toContain('src/rows.ts');
  },
  {
    title:
      'a change in a file of more than a megabyte is told, and such a file that no memory names not read',
  },
);

verifies('check.renamed', async () => {
  git('checkout', '-q', '-b', 'renamed');
  onTestFinished(() => void git('checkout', '-q', '-f', 'main'));
  write({ 'AGENTS.md': 'By letter: `priceOf`.\n' });
  git('add', 'AGENTS.md');
  git('commit', '-q', '-m', 'agents');
  write({ 'src/prices.ts': PRICES.replace('* 3', '* 4').replaceAll('priceOf', 'costOf') });
  const { text } = await run(checkCommand);
  expect(text).toContain('Letters cost three cents\n   priceOf is now costOf in src/prices.ts');
  expect(text).toContain('AGENTS.md names priceOf, now costOf');
});

verifies(
  'check.change',
  async () => {
    git('checkout', '-q', '-b', 'callers');
    onTestFinished(() => void git('checkout', '-q', '-f', 'main'));
    git('rm', '-q', 'src/prices.ts');
    git('mv', 'src/orders.ts', 'src/order.ts');
    const { text } = await run(checkCommand);
    expect(text).toContain('Letters cost three cents\n   priceOf is gone');
    expect(text).toContain('An order keeps its price\n   placeOrder calls priceOf, which is gone');
  },
  { title: 'what calls something that is gone is named, also where the caller moved' },
);

verifies(
  'check.change',
  async () => {
    git('checkout', '-q', '-b', 'unread');
    onTestFinished(() => void git('checkout', '-q', '-f', 'main'));
    const limit = 'export const PAYMENT_RETRIES = 5;\n';
    const unread = 'src/limits.ts cannot be read now, so that nobody can tell what became of PAYMENT_RETRIES';
    write({ 'src/limits.ts': `${limit}export const OTHER = 1;\n`, 'docs/a.md': 'PAYMENT_RETRIES is 5.\n' });
    git('add', '.');
    gitAt('2020-02-01T00:00:00Z', 'commit', '-q', '-m', 'limits');
    memoryFile('memory.jsonl', [memory(1, 'Five tries', '`PAYMENT_RETRIES` is what the bank allows.')]);
    onTestFinished(() => void memoryFile('memory.jsonl', MEMORIES));
    const marks = `<<<<<<< HEAD\nexport const PAYMENT_TRIES = 5;\n=======\nexport const {\n>>>>>>> other\n`;
    for (const source of [marks, '\0binary\0', `//${' '.repeat(4_000_000)}`]) {
      write({ 'src/limits.ts': source });
      const { text } = await run(checkCommand);
      expect(joined(text)).toContain(`Five tries ${unread}`);
      expect(text).not.toContain('gone');
    }
    write({ 'src/limits.ts': 'export const OTHER = 1;\n' });
    expect(joined((await run(checkCommand)).text)).toContain('Five tries PAYMENT_RETRIES is gone');
  },
  { title: 'of a file that cannot be read now nothing is told as gone' },
);

verifies('check.values', async () => {
  git('checkout', '-q', '-b', 'values');
  onTestFinished(() => void git('checkout', '-q', '-f', 'main'));
  const before = {
    'src/Severity.cs': 'enum Severity { Low = 1, High = 7 }\n',
    'src/Stage.java': 'enum Stage { DRAFT, REVIEW, LIVE }\n',
    'src/waits.py': 'WARMUP = 5\nCOOLDOWN = 5\nNOTICE = 72\nEAGER = True\nLAZY = False\n',
    'src/kinds.go': 'package a\nconst (\n\tMail = iota + 1\n\tPush\n\tLetter\n)\nvar MaxBody int = 10\n',
    'src/pay.ts': 'export function pay(cents: number): string {\n  return `${cents} cents`;\n}\n',
  };
  write(before);
  git('add', '.');
  gitAt('2020-02-01T00:00:00Z', 'commit', '-q', '-m', 'values');
  const about = (n: number, name: string, path: string) =>
    memory(n, name, `\`${name}\` stays as it is.`, { memory_type: 'decision', source_files: [path] });
  const file = memoryFile('values.jsonl', [
    about(1, 'Severity.High', 'src/Severity.cs'),
    about(2, 'Stage.LIVE', 'src/Stage.java'),
    about(3, 'WARMUP', 'src/waits.py'),
    about(4, 'NOTICE', 'src/waits.py'),
    about(5, 'EAGER', 'src/waits.py'),
    about(6, 'Letter', 'src/kinds.go'),
    about(7, 'MaxBody', 'src/kinds.go'),
    about(8, 'pay', 'src/pay.ts'),
  ]);
  const told = async (changes: Record<string, [from: string, to: string][]>) => {
    write(before);
    for (const [path, edits] of Object.entries(changes)) {
      const source = before[path as keyof typeof before];
      write({ [path]: edits.reduce((text, [from, to]) => text.replace(from, to), source) });
    }
    const { text } = await run(checkCommand, '--from', file, '--format', 'json');
    const { notes } = JSON.parse(text) as { notes: { memory?: object; kind: string; reason: string }[] };
    return notes
      .filter((note) => note.memory && note.kind !== 'file')
      .map(({ reason }) => reason)
      .toSorted();
  };
  expect(
    await told({
      'src/Severity.cs': [['High', 'Critical']],
      'src/Stage.java': [['REVIEW, LIVE', 'LIVE, REVIEW']],
      'src/waits.py': [
        // Of the same value twice, and of a value that any constant may have, in another place.
        ['WARMUP', 'RAMP'],
        ['COOLDOWN', 'REST'],
        ['EAGER = True\nLAZY = False', 'LAZY = False\nVERBOSE = True'],
        ['NOTICE', 'LEAD_HOURS'],
      ],
      'src/kinds.go': [
        ['\tPush', '\tText\n\tPush'],
        ['int', 'int64'],
      ],
      'src/pay.ts': [['cents: number', 'cents: number, currency: string']],
    }),
  ).toEqual([
    'EAGER is gone',
    'Letter: 3 → 4',
    'MaxBody has another signature: int → int64',
    'NOTICE is now LEAD_HOURS in src/waits.py',
    'Severity.High is now Severity.Critical in src/Severity.cs',
    'Stage.LIVE: ordinal 2 → 1',
    'WARMUP is gone',
    'pay has another signature: function pay(cents: number): string → function pay(cents: number, currency: string): string',
  ]);
  expect(
    await told({
      // A new member says nothing of others.
      'src/Stage.java': [['REVIEW', 'REVIEW, APPROVED']],
      'src/waits.py': [['EAGER', 'VERBOSE']],
      'src/kinds.go': [['\tLetter', '\tLetter\n\tText']],
    }),
  ).toEqual(['EAGER is now VERBOSE in src/waits.py']);
});

verifies.whole('check.staged', async () => {
  git('checkout', '-q', '-b', 'staged');
  onTestFinished(() => void git('checkout', '-q', '-f', 'main'));
  write({ 'src/prices.ts': PRICES.replace('* 3', '* 5') });
  const staged = async (...more: string[]) => (await run(checkCommand, '--staged', ...more)).text;
  expect(await staged()).toMatch(/^Nothing remembered/u);
  git('add', 'src/prices.ts');
  // The tree after that is not the committed one.
  write({ 'src/prices.ts': PRICES.replace('* 3', '* 4'), 'src/orders.ts': '' });
  expect(await staged()).toContain('Letters cost three cents\n   priceOf does something else');
  expect(await staged()).not.toContain('placeOrder is gone');
  expect(await staged('--diff', 'HEAD~1')).toContain('Letters cost three cents');
  await expect(staged('--diff', 'HEAD~1..HEAD')).rejects.toThrow('compared with one commit');

  if (!isWhole) return;
  // `git commit -a` has an index of its own, of which only its hooks know; that of another repository is not meant.
  git('reset', '-q');
  const hook = join(root, '.git', 'hooks', 'pre-commit');
  mkdirSync(dirname(hook), { recursive: true });
  writeFileSync(
    hook,
    '#!/bin/sh\nprintf %s "$GIT_INDEX_FILE" > .git/told; cp "$GIT_INDEX_FILE" .git/kept; exit 1\n',
    {
      mode: 0o755,
    },
  );
  expect(() => git('commit', '-q', '-a', '-m', 'all')).toThrow('Command failed');
  rmSync(hook);
  vi.stubEnv('GIT_INDEX_FILE', join(root, '.git', 'kept'));
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await staged()).toContain('placeOrder is gone');
  vi.stubEnv('GIT_INDEX_FILE', join(tmpdir(), 'nobody', 'index'));
  expect(await staged()).toMatch(/^Nothing remembered/u);
  vi.stubEnv('GIT_INDEX_FILE', undefined);

  const first = mkdtempSync(join(tmpdir(), 'workspace-memory-first-'));
  onTestFinished(() => rmSync(first, { recursive: true }));
  execFileSync('git', ['-C', first, 'init', '-q']);
  writeFileSync(join(first, 'a.ts'), PRICES);
  execFileSync('git', ['-C', first, 'add', '.']);
  expect(await staged('-C', first)).toMatch(/^Nothing remembered/u);
});

verifies('check.unread', async () => {
  const away = ['-C', root, '--from', 'refs/workspace-memory/nothing', '--fail-on', 'any'];
  await expect(run(checkCommand, ...away)).rejects.toThrow('There is no refs/workspace-memory/nothing');
  const told: string[] = [];
  const log = vi.spyOn(console, 'error').mockImplementation((line: string) => told.push(line));
  onTestFinished(() => log.mockRestore());
  expect(await run(checkCommand, ...away, '--optional')).toEqual({ text: '', code: 0 });
  expect(told.join('\n')).toMatch(/^Nothing was looked at\. There is no refs\/workspace-memory\/nothing/u);
  // The question has to be right all the same.
  await expect(run(checkCommand, ...away, '--optional', '--diff', 'nowhere')).rejects.toThrow('is no commit');
});

verifies('check.formats', async () => {
  const range = ['--diff', 'HEAD~1...'];
  const failing = await run(checkCommand, ...range, '--fail-on', 'decision=changed', '--max', '1');
  expect(failing).toEqual({
    code: 1,
    text: expect.stringContaining('FAIL [decision] Letters cost three cents'),
  });
  expect(failing.text).toContain('4 more of less weight');
  expect((await run(checkCommand, ...range, '--fail-on', 'incident')).code).toBe(0);
  await expect(run(checkCommand, ...range, '--fail-on', 'nonsense')).rejects.toThrow(
    '--fail-on takes a type',
  );
  const sarif = JSON.parse(
    (await run(checkCommand, ...range, '--format', 'sarif', '--fail-on', 'document')).text,
  );
  expect(sarif).toMatchObject({ version: '2.1.0' });
  expect(
    sarif.runs[0].results.map(({ ruleId, level }: { ruleId: string; level: string }) => `${ruleId} ${level}`),
  ).toContain('memory-reference error');
  // By what `grounds settle` and the tools take, too.
  expect((await run(checkCommand, ...range)).text).toMatch(/ · 000000000001$/mu);
  expect((await run(checkCommand, ...range, '--format', 'markdown')).text).toContain(
    '- **Letters cost three cents** (decision',
  );
});

verifies.whole('why.code', async () => {
  const told = await run(whyCommand, `${root}/src/prices.ts:priceOf`, '--json');
  const { reasons } = JSON.parse(told.text) as { reasons: { title: string; by: string; verdict: string }[] };
  expect(reasons).toMatchObject([
    { title: 'Letters cost three cents', by: 'symbol', verdict: 'changed' },
    { title: 'Prices are integers', by: 'file', verdict: 'changed' },
  ]);
  const line = await run(whyCommand, `${root}/src/orders.ts:4`);
  expect(line.text).toMatch(/^\[decision\] An order keeps its price\n {3}[\d-]+ · \w+ · 0000000/u);
  await expect(run(whyCommand, `${root}/src/orders.ts:nothing`)).rejects.toThrow(
    'It has placeOrder, closeShop',
  );
  await expect(run(whyCommand, `${root}/src`)).rejects.toThrow('src is a folder');
  // The repository is that of the file, wherever it is asked.
  const elsewhere = await run(whyCommand, '-C', tmpdir(), `${root}/src/orders.ts:4`);
  expect(elsewhere.text).toBe(line.text);
  // So it is where that one is a submodule, and where a link leads to it.
  const outer = `${root}-outer`;
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }));
  execFileSync('git', ['init', '-q', outer]);
  execFileSync('git', ['clone', '-q', root, join(outer, 'libs', 'shop')]);
  git('-C', join(outer, 'libs', 'shop'), 'remote', 'set-url', 'origin', 'https://github.com/acme/shop.git');
  symlinkSync('libs/shop/src/orders.ts', join(outer, 'orders.ts'));
  for (const inner of ['libs/shop/src/orders.ts:4', 'orders.ts:4'])
    expect((await run(whyCommand, '-C', outer, inner)).text, inner).toBe(line.text);
  await expect(run(whyCommand, '-C', outer, 'libs/nothing/a.ts')).rejects.toThrow('There is no file');
  if (!isWhole) return;
  // Code that moved since tells from where; code that a branch brought later is as it was then.
  git('checkout', '-q', '-b', 'why', 'main');
  onTestFinished(() => void git('checkout', '-q', '-f', 'main'));
  write({ 'src/late.ts': 'export function lateFee(days: number) {\n  return days * 2;\n}\n' });
  git('mv', 'src/orders.ts', 'src/checkout.ts');
  git('add', '.');
  git('commit', '-q', '-m', 'moved');
  const file = memoryFile('why.jsonl', [
    memory(1, 'An order keeps its price', '`placeOrder` keeps it.'),
    memory(2, 'Late', '`lateFee` is twice the days.'),
    memory(3, 'Of another branch', '`closeShop` says so.', { branch: 'known-elsewhere' }),
    memory(4, 'Of this branch', '`closeShop` shuts.', {
      branch: 'why',
      created_at: '2024-06-01T00:00:00.000Z',
    }),
    memory(5, 'A late order costs more', '`placeOrder` adds `lateFee`.'),
  ]);
  git('branch', '-q', 'known-elsewhere', 'main');
  git('checkout', '-q', 'known-elsewhere');
  git('commit', '-q', '--allow-empty', '-m', 'elsewhere');
  git('checkout', '-q', 'why');
  // Written before the memory, and rebased long after.
  const shut = readFileSync(join(root, 'src/checkout.ts'), 'utf8').replace("'closed'", "'shut'");
  write({ 'src/checkout.ts': shut });
  git('-c', 'core.abbrev=7', 'commit', '-q', '-a', '-m', 'shut', '--date', '2024-01-01T00:00:00Z');
  const said = async (of: string) => joined((await run(whyCommand, '--from', file, `${root}/${of}`)).text);
  expect(await said('src/checkout.ts:placeOrder')).toContain('· moved from src/orders.ts');
  expect(await said('src/late.ts')).toMatch(/ · [\da-f]{7} · \w+ · (?:\S+ · )?current/u);
  const closing = (await said('src/checkout.ts:closeShop'))
    .split('\n')
    .filter((line) => line.startsWith('['));
  expect(closing[0]).toMatch(/Of this branch .* · current/u);
  expect(closing[1]).toMatch(/Of another branch .* · on known-elsewhere, not merged · changed since/u);
  write({ 'src/late.ts': 'export function lateFee(days: number) {\n  return days * 3;\n}\n' });
  expect(await said('src/late.ts')).toMatch(/ · changed since [\da-f]{7}/u);
  // A memory is told by the worst of what it names, wherever one asks.
  expect(await said('src/checkout.ts:placeOrder')).toMatch(
    /moved from src\/orders\.ts here, but lateFee \(src\/late\.ts\) changed since [\da-f]{7}/u,
  );
  // An author who edits something and then says why speaks of the new version.
  const edited = memoryFile('edited.jsonl', [
    memory(2, 'Late', '`lateFee` is three times the days.', { created_at: new Date().toISOString() }),
  ]);
  expect((await run(whyCommand, '--from', edited, `${root}/src/late.ts:lateFee`)).text).toMatch(
    / · current/u,
  );
  // A symbol that has another name, or is gone, tells that and not that its file changed; it is about no other part.
  const checkout = readFileSync(join(root, 'src/checkout.ts'), 'utf8').replace('placeOrder', 'submitOrder');
  write({ 'src/checkout.ts': checkout.slice(0, checkout.indexOf('export function closeShop')) });
  write({ 'src/late.ts': 'export function other() {}\n' });
  const about = { commit_id: git('rev-parse', 'HEAD'), source_files: ['src/checkout.ts'] };
  const named = memoryFile('named.jsonl', [
    memory(1, 'An order keeps its price', '`placeOrder` keeps it.', about),
    memory(2, 'Closing', '`closeShop` shuts.', about),
  ]);
  const sayNamed = async (of: string) =>
    joined((await run(whyCommand, '--from', named, `${root}/src/checkout.ts${of}`)).text);
  expect(await sayNamed(':submitOrder')).toMatch(/^\[\w+\] An order[^\n]* · moved from placeOrder/u);
  expect(await sayNamed(':submitOrder')).not.toContain('Closing');
  const both = await sayNamed('');
  expect(both).toContain('· moved from placeOrder');
  expect(both).toContain('· gone: closeShop');
  // Of a branch that is elsewhere, what it has there.
  git('checkout', '-q', '-f', 'known-elsewhere');
  write({ 'src/fees.ts': 'export const flat = 1;\nexport function expressFee() {\n  return 9;\n}\n' });
  git('add', '.');
  git('commit', '-q', '-m', 'fees');
  const now = new Date().toISOString();
  const project = findProject(root, {}).label;
  const fees = { branch: 'known-elsewhere', created_at: now, project, source_files: ['src/fees.ts'] };
  const away = memoryFile('away.jsonl', [memory(1, 'Express', '`expressFee` is flat.', fees)]);
  git('checkout', '-q', 'why');
  write({ 'src/fees.ts': 'export const flat = 1;\n' });
  git('add', 'src/fees.ts');
  git('commit', '-q', '-m', 'fees here');
  const sayAway = async (at: string) =>
    joined((await run(whyCommand, '--from', away, `${at}/src/fees.ts`)).text);
  expect(await sayAway(root)).toContain('on known-elsewhere, not merged · gone: expressFee');
  // A worktree is of the same project, wherever it lies.
  const tree = `${root}-tree`;
  git('worktree', 'add', '-q', tree, 'known-elsewhere');
  onTestFinished(() => void git('worktree', 'remove', '-f', tree));
  expect(await sayAway(tree)).toMatch(/ · current/u);
  // A shallow clone does not take the work of others for the change.
  const shallow = `${root}-clone`;
  onTestFinished(() => rmSync(shallow, { recursive: true, force: true }));
  execFileSync('git', ['clone', '-q', '--depth=1', '--no-single-branch', `file://${root}`, shallow]);
  await expect(
    run(checkCommand, '-C', shallow, '--from', away, '--diff', 'origin/why...origin/main'),
  ).rejects.toThrow('where they parted is not in this shallow clone');
  await expect(run(checkCommand, '-C', shallow, '--from', away, '--diff', 'HEAD~1')).rejects.toThrow(
    'shallow',
  );
});
