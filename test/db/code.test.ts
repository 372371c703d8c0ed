import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, it } from 'vitest';
import type { CodeFileInput, WorkspacePayload } from '@memory/contracts';
import { getCodeStatus, resolveCodeGraph, searchCode, storeCodeFiles, type JobSender } from '@memory/core';
import { describeDatabaseFailure, queryRows, type Database, type Workspace } from '@memory/db';
import { pathPatternOf } from '../../packages/core/src/code/path-pattern.ts';
import { isWhole, portion } from '../support/portion.ts';
import { readSources, SHOP } from '../support/seeds/code-repository.ts';
import { describeEngines, describeLarge } from '../host/databases.ts';
import { verifies } from '../support/verifies.ts';
import { seedWorkspace } from './search-workspace.ts';
import { HANG_MS } from '../support/hang.ts';

type Message = WorkspacePayload<'resolveCodeGraph'>;

/** Stores files and carries out the job that is sent for it. */
async function store(db: Database, workspace: Workspace, files: CodeFileInput[], deleted: string[] = []) {
  const sent: Message[] = [];
  const jobs: JobSender = {
    enqueue: async () => undefined,
    enqueueLater: async (_delay, _name, ...payloads) => void sent.push(...(payloads as Message[])),
  };
  const services = { db, jobs, clock: () => new Date() };
  const reply = await storeCodeFiles(services, workspace, {
    repository: 'shop',
    origin: null,
    head: null,
    files,
    deleted,
  });
  for (const message of sent) await resolveCodeGraph(services, workspace, message);
  return reply;
}

const workspaceOf = (database: Database) => seedWorkspace(database, []);

describeLarge('code', (db) => {
  it('reads files whose rows no single answer holds', async () => {
    const workspace = await workspaceOf(db());
    // Names that do not compress: the stored outline passes the 64 KB that the Data API allows a row.
    const name = (number: number) => `made_${createHash('sha256').update(`${number}`).digest('hex')}`;
    const functions = Array.from(
      { length: 1_100 },
      (_, number) => `function ${name(number)}() { ${name(number - 1)}(); }`,
    );
    const [file] = await readSources({ 'long.js': functions.join('\n') });
    expect(file?.partial).toBe(false);
    await store(db(), workspace, file ? [file] : []);
    const [row] = await queryRows<{ length: number }>(db())`
      select length(outline) from code_files where workspace_id = ${workspace.id}::uuid`;
    expect(row?.length).toBeGreaterThan(65_536);
    const status = await getCodeStatus({ db: db() }, workspace, { limit: 1 });
    expect(status.repositories[0]).toMatchObject({ symbols: 1_101, call_edges: 1_099, pending_files: 0 });
  });

  it.runIf(isWhole)('pages through a repository of many files', async () => {
    const workspace = await workspaceOf(db());
    const sources = Array.from({ length: 620 }, (_, number) => [
      `src/${'long/'.repeat(20)}file${number}.js`,
      `import { made as next } from './file${number + 1}.js';\nexport const made = () => next();`,
    ]);
    const files = await readSources(Object.fromEntries(sources) as Record<string, string>);
    await store(db(), workspace, files);
    const status = await getCodeStatus({ db: db() }, workspace, { repository: 'shop', limit: 1_000 });
    expect(status.repositories[0]).toMatchObject({ files: 620, call_edges: 619, pending_files: 0 });
    expect(status.files).toHaveLength(620);
  });

  it.runIf(isWhole)('lists as many files as an answer holds, whatever their names need in JSON', async () => {
    const workspace = await workspaceOf(db());
    const names = Array.from({ length: 400 }, (_, number) => `${number}${'"\\\u0001'.repeat(300)}.js`);
    for (let from = 0; from < names.length; from += 100) {
      const sources = names.slice(from, from + 100).map((name) => [name, ''] as const);
      await store(db(), workspace, await readSources(Object.fromEntries(sources)));
    }
    const pages: string[][] = [];
    for (let after: string | undefined; pages.length < 5; after = pages.at(-1)?.at(-1)) {
      const query = { repository: 'shop', limit: 1_000, after };
      const { files } = await getCodeStatus({ db: db() }, workspace, query);
      if (files.length === 0) break;
      pages.push(files.map(({ path }) => path));
    }
    expect(pages).toHaveLength(2);
    expect(pages.flat()).toEqual(names.toSorted());
  });
});

describeEngines('globs', (db) => {
  it('matches paths as the glob library does', async () => {
    const segment = fc.constantFrom(
      'src',
      'lib',
      'a',
      'a.ts',
      'b.test.ts',
      '.github',
      'x_y',
      'ü',
      '[id].tsx',
    );
    const glob = fc.constantFrom(
      'src',
      '*',
      '**',
      '*.ts',
      '{src,lib}',
      'a?*',
      '[a-c].ts',
      '[!b]*',
      '[[:lower:]]*',
      '.*',
      '*.{ts,tsx}',
      '[id].tsx',
      'a?*?*',
    );
    const paths = fc.array(
      fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
      {
        minLength: 1,
      },
    );
    const globs = fc.array(glob, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    await fc.assert(
      fc.asyncProperty(globs, paths, async (given, among) => {
        const rows = await queryRows<{ path: string }>(db())`
          select path from jsonb_array_elements_text(${JSON.stringify(among)}::jsonb) p(path)
            where path ~ ${pathPatternOf(given)}::text`;
        // A pattern that names no wildcard is also about everything inside.
        const anywhere = given.includes('/') ? given : `**/${given}`;
        const isMatch = picomatch(picomatch.scan(given).isGlob ? anywhere : [anywhere, `${anywhere}/**`], {
          dot: true,
        });
        expect(rows.map(({ path }) => path)).toEqual(among.filter((path) => isMatch(path)));
      }),
      { numRuns: portion(300, 60), seed: 20_261_121 },
    );
  });

  verifies(
    'hardening.globs',
    async () => {
      const character = fc.constantFrom(...Array.from('ab1/.*?[]{}()|+\\^$!@,-:=<d&#'));
      await fc.assert(
        fc.asyncProperty(fc.array(character, { minLength: 1, maxLength: 40 }), async (characters) => {
          const pattern = pathPatternOf(characters.join(''));
          // An escaped letter or digit is a class or a back-reference to one of the two engines.
          expect(pattern).not.toMatch(/\\[\da-z]/i);
          // The library's own marks are taken away; of the caller's no group, quantifier or assertion is left.
          const own = ['\\.{1,2}', '\\.{0,1}', '[^/]*?', '.)*?', '/?', '(?:', '(?!', '(?=', '.*?', ')?'];
          const rest = own.reduce(
            (left, piece) => left.replaceAll(piece, ''),
            pattern.replaceAll('\\/', '/'),
          );
          expect(rest.replaceAll(/\\./g, '').replaceAll(/\[[^\]]*\]/g, '')).not.toMatch(/[+*?{}]/);
          await queryRows(db())`select 'a/b.ts' ~ ${pattern}::text`.catch((error: unknown) =>
            expect(describeDatabaseFailure(error).sqlState).toBe('2201B'),
          );
        }),
        { numRuns: portion(1_000, 200), seed: 20_261_121 },
      );
    },
    { title: 'whatever is sent, only what a glob has is left' },
  );

  verifies(
    'hardening.globs',
    async () => {
      for (let count = 1; count <= 9; count += 1)
        for (const before of ['', 'a', 'src/', '[!a-', '**/']) {
          const pattern = pathPatternOf(before + '\\'.repeat(count));
          expect(await queryRows(db())`select 1 as one where 'src/a.ts' ~ ${pattern}::text`).toEqual([]);
        }
    },
    { title: 'backslashes at the end, which the library never gets past' },
  );

  it('takes parentheses and bars in a path for themselves', () => {
    const matches = (glob: string, path: string) => new RegExp(pathPatternOf(glob)).test(path);
    expect(matches('app/(shop)/[id].tsx', 'app/(shop)/[id].tsx')).toBe(true);
    expect(matches('app/(shop)/*', 'app/shop/a.tsx')).toBe(false);
    expect(matches('a|b', 'x/a')).toBe(false);
    expect(matches('**/src', 'src/a.ts')).toBe(false);
    expect(matches('src', 'x/src/a.ts')).toBe(true);
    expect(matches('[a-w]+', 'aa')).toBe(false);
  });

  verifies(
    'hardening.globs',
    async () => {
      const path = `${'abcdefghijklmnopqrstuvw'.repeat(40)}.ts`;
      for (const glob of [
        String.raw`([a-w]+)([a-w]+)([a-w]+)\1\2\3x`,
        String.raw`(*)(*)(*)\1\2\3`,
        '*a'.repeat(127),
        '**/'.repeat(85),
        `${'{a,ab}'.repeat(42)}x`,
        '?*'.repeat(127),
      ]) {
        const started = performance.now();
        await queryRows(db())`select ${path}::text ~ ${pathPatternOf(glob)}::text`.catch((error: unknown) =>
          expect(describeDatabaseFailure(error).sqlState).toBe('2201B'),
        );
        expect(performance.now() - started, glob).toBeLessThan(HANG_MS);
      }
    },
    { title: 'hostile globs over long paths are answered at once' },
  );

  it('refuses a glob that is too much for it, and survives others', async () => {
    const workspace = await workspaceOf(db());
    await store(db(), workspace, await readSources(SHOP));
    for (const pattern of ['[', '{', '(', '**/'.repeat(300), '*a'.repeat(400), '{a,b}'.repeat(200), '\\'])
      await searchCode({ db: db() }, workspace, { file_pattern: pattern, limit: 5 }).catch((error: unknown) =>
        expect(error).toMatchObject({ code: 'validation_failed' }),
      );
  });
});
