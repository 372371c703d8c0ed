import { existsSync, globSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { requirements } from '../requirements.ts';
import type { Requirement } from '../requirements/requirement.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

const read = (file: string): string => readFileSync(ROOT + file, 'utf8');

/** Anchors of a page's headings, as GitHub makes them. */
function anchorsOf(file: string): Set<string> {
  const text = read(file).replaceAll(/^```[\s\S]*?^```/gmu, '');
  const headings = [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Whether a link leads somewhere. @param from the page it stands on */
function isOpen(link: string, from: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? from : join(dirname(from), path);
  if (!existsSync(ROOT + file)) return false;
  return anchor === undefined || anchorsOf(file).has(anchor);
}

test('every requirement names a heading that exists', () => {
  const sections = Object.values<Requirement>(requirements).map(({ section }) => section);
  expect([...new Set(sections)].filter((section) => !isOpen(section, 'README.md'))).toEqual([]);
});

test('every decision is numbered once, listed, and something can be required of it', () => {
  const pages = globSync('docs/decisions/*.md', { cwd: ROOT }).filter((file) => !file.endsWith('README.md'));
  const numbers = pages.flatMap((file) =>
    [...read(file).matchAll(/^## (\d+)\. /gmu)].map(([, n]) => Number(n)),
  );
  const sorted = numbers.toSorted((a, b) => a - b);
  expect(sorted).toEqual(sorted.map((_, index) => index + 1));
  const listed = [...read('docs/decisions/README.md').matchAll(/^\|\s+(\d+) \| \[/gmu)].map(([, n]) =>
    Number(n),
  );
  expect(listed).toEqual(sorted);
  const required = new Set(
    Object.values<Requirement>(requirements).map(({ section }) => /decisions\/.*#(\d+)-/u.exec(section)?.[1]),
  );
  // Those from 47 on are proven by requirements of the interface that they change.
  expect(sorted.filter((number) => number <= 46 && !required.has(String(number)))).toEqual([]);
});

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((file) => existsSync(ROOT + file) && !file.startsWith('test/fixtures/'));

test('every decision that is cited exists', () => {
  const numbers = new Set(
    [...read('docs/decisions/README.md').matchAll(/^\|\s+(\d+) \| \[/gmu)].map(([, number]) => number),
  );
  const cited = tracked
    .filter((file) => /\.(?:ts|js|sql|md)$/u.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/\bdecisions? (\d+)\b/giu)].map(([, number]) => ({ file, number })),
    );
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([]);
});

test('every link between pages leads somewhere', () => {
  const broken = tracked
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\(((?!https?:|mailto:)[^)\s]+)\)/gu)]
        .filter(([, link = '']) => !isOpen(link, file))
        .map(([, link]) => `${file}: ${link}`),
    );
  expect(broken).toEqual([]);
});

test('every source file that a page names exists', () => {
  const names = tracked.map((file) => `/${file}`);
  const isThere = (name: string) =>
    existsSync(ROOT + name) || names.some((file) => file.endsWith(`/${name}`));
  const gone = tracked
    .filter((file) => /^(?:[A-Z]+|docs\/[\w-]+|packages\/.*README|infra\/.*)\.md$/u.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/`((?:packages|functions|infra|test)\/[\w./-]+|[\w./-]+\.tsx?)`/gu)]
        .filter(([, name = '']) => !isThere(name))
        .map(([, name]) => `${file}: ${name}`),
    );
  expect(gone).toEqual([]);
});

test('every row of the threat model names the tests that prove it', () => {
  const rows = read('docs/threat-model.md')
    .split('\n')
    .filter((line) => /^\|(?:[^|]*\|){4}$/u.test(line))
    .slice(2);
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => !/\]\(\.\.\/test\/\S+\.test\.ts\)/u.test(row))).toEqual([]);
});

test('comments begin with a thing that has a name', () => {
  const files = globSync('{packages,functions,infra,test}/**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: ['**/{node_modules,dist,fixtures}/**'],
  });
  expect(files.length).toBeGreaterThan(1_500);
  const nameless = files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, place) =>
        /^\s*(?:\/\*\*|\/\/|\*) (?:What|Who|Whom|Whose|Nobody|Whoever|Whatever)\b/u.test(line)
          ? [`${file}:${place + 1}`]
          : [],
      ),
  );
  expect(nameless).toEqual([]);
});
