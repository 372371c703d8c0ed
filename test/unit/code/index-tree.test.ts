import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { indexTree } from '@memory/code-graph';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

type IndexProgress = Parameters<NonNullable<Parameters<typeof indexTree>[0]['onProgress']>>[0];
type IndexTreeOptions = Parameters<typeof indexTree>[0];
type TreeEvent = ReturnType<typeof indexTree> extends AsyncGenerator<infer Event> ? Event : never;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'memory-code-'));
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

async function write(files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), content);
  }
}

async function events(options: Omit<IndexTreeOptions, 'root'> = {}, from = root): Promise<TreeEvent[]> {
  const all: TreeEvent[] = [];
  for await (const event of indexTree({ root: from, ...options })) all.push(event);
  return all;
}

/** Events as `kind path` or `skipped path reason`. */
async function told(options: Omit<IndexTreeOptions, 'root'> = {}, from = root): Promise<string[]> {
  return (await events(options, from)).map((event) =>
    [event.kind, 'file' in event ? event.file.path : event.path, 'reason' in event ? event.reason : '']
      .join(' ')
      .trim(),
  );
}

describe('indexTree', () => {
  it('indexes what a grammar reads and passes over the rest', async () => {
    await write({
      'a.ts': 'f()',
      'deep/er/b.py': 'f()',
      'README.md': '# x',
      'data.json': '{}',
      'go.mod': 'module x.test/y',
    });
    expect(await told()).toEqual(['indexed a.ts', 'indexed go.mod', 'indexed deep/er/b.py']);
  });

  it('tells what it leaves out and why', async () => {
    await write({
      'big.ts': `// ${'x'.repeat(10_000_000)}`,
      'binary.ts': new Uint8Array([0x66, 0x28, 0x00, 0x29]),
      'minified.js': `function f(){${'a=b+c;'.repeat(2_000)}}`,
      'lib.min.js': 'f()',
      'node_modules/p/a.js': 'f()',
      'vendor/a.go': 'package a',
      'src/build/a.ts': 'f()',
      'build/a.js': 'f()',
    });
    expect(await told()).toEqual([
      'skipped build ignored_by_default',
      'skipped lib.min.js minified',
      'skipped node_modules ignored_by_default',
      'skipped vendor ignored_by_default',
      'skipped big.ts too_large',
      'skipped binary.ts binary',
      'skipped minified.js minified',
      'indexed src/build/a.ts',
    ]);
  });

  it('keeps a long line among many short ones', async () => {
    await write({ 'table.ts': `${'const a = 1;\n'.repeat(500)}const b = '${'x'.repeat(3_000)}';\n` });
    expect(await told()).toEqual(['indexed table.ts']);
  });

  it('follows no links, so that a loop ends and nothing outside of the tree is read', async () => {
    await write({ 'src/a.ts': 'f()' });
    await symlink('..', path.join(root, 'src/loop'));
    await symlink('a.ts', path.join(root, 'src/same.ts'));
    await symlink('/etc', path.join(root, 'outside'));
    expect(await told()).toEqual([
      'skipped outside symlink',
      'skipped src/loop symlink',
      'skipped src/same.ts symlink',
      'indexed src/a.ts',
    ]);
  });

  it('respects ignore files, the nearest first, and .ignore after .gitignore', async () => {
    await write({
      '.gitignore': '*.gen.ts\n/out\nlogs/\n!dist/\n',
      '.ignore': 'secret.ts\n!kept.gen.ts\n',
      'a.gen.ts': 'f()',
      'kept.gen.ts': 'f()',
      'secret.ts': 'f()',
      'out/a.ts': 'f()',
      'src/logs/a.ts': 'f()',
      'src/.gitignore': '!b.gen.ts\na.ts\n',
      'src/a.ts': 'f()',
      'src/b.gen.ts': 'f()',
      'src/out/c.ts': 'f()',
      'dist/d.ts': 'f()',
    });
    expect(await told()).toEqual([
      'indexed kept.gen.ts',
      'indexed dist/d.ts',
      'indexed src/b.gen.ts',
      'indexed src/out/c.ts',
    ]);
  });

  it('respects the ignore files above the root within the same git work tree, and its exclude file', async () => {
    await write({
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/info/exclude': 'mine.ts\n',
      '.gitignore': 'packages/a/skip.ts\n',
      'packages/a/skip.ts': 'f()',
      'packages/a/mine.ts': 'f()',
      'packages/a/kept.ts': 'f()',
    });
    expect(await told({}, path.join(root, 'packages/a'))).toEqual(['indexed kept.ts']);
  });

  it('knows a linked work tree by its .git file', async () => {
    await write({
      '.git': 'gitdir: elsewhere\n',
      '.gitignore': 'skip.ts\n',
      'src/skip.ts': 'f()',
      'src/kept.ts': 'f()',
    });
    expect(await told({}, path.join(root, 'src'))).toEqual(['indexed kept.ts']);
  });

  it('parses only what changed, and tells what is gone', async () => {
    await write({ 'a.ts': 'f()', 'b.ts': 'f()', 'c.ts': 'f()', 'd.ts': 'f()' });
    const first = await events();
    const previous = new Map(
      first.flatMap((event) => (event.kind === 'indexed' ? [[event.file.path, event.file.contentHash]] : [])),
    );
    await write({ 'b.ts': 'g()', 'd.ts': new Uint8Array([0]) });
    await rm(path.join(root, 'c.ts'));
    expect(await told({ previous })).toEqual([
      'unchanged a.ts',
      'indexed b.ts',
      'skipped d.ts binary',
      'deleted c.ts',
      'deleted d.ts',
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('leaves what it cannot read as it was', async () => {
    await write({ 'shut/a.ts': 'f()' });
    await chmod(path.join(root, 'shut'), 0);
    expect(await told({ previous: new Map([['shut/a.ts', 'hash']]) })).toEqual(['skipped shut unreadable']);
    await chmod(path.join(root, 'shut'), 0o700);
  });

  it('counts the files before it parses the first', async () => {
    await write({ 'a.ts': 'f()', 'b.ts': 'f()' });
    const progress: IndexProgress[] = [];
    await events({ onProgress: (one) => progress.push(one) });
    expect(progress).toEqual([0, 1, 2].map((filesDone) => ({ filesDone, filesTotal: 2 })));
  });

  it('stops when asked', async () => {
    await write({ 'a.ts': 'f()' });
    await expect(events({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });

  it('refuses a root which is no folder', async () => {
    await expect(events({}, path.join(root, 'missing'))).rejects.toThrow('ENOENT');
  });

  it('reads scripts without an ending by the program that their first line names', async () => {
    const heads = {
      'bin/build': '#!/bin/sh -e',
      'bin/deploy': '#! /usr/bin/env -S LANG=C python3.12 -u',
      'bin/serve': '#!/usr/bin/env node',
      'bin/tidy': '#!/usr/local/bin/ruby2.7',
      'bin/page': '#!/usr/bin/env php\r',
      '.hooks/pre-commit': '#!/usr/bin/env bash',
      'test/node 0.6.21 installs': '#!/bin/sh',
      'test/version 1.2': '#!/bin/sh',
      'bin/other': '#!/usr/bin/perl',
      'bin/fishy': '#!/usr/bin/fish',
    };
    await write({
      ...Object.fromEntries(Object.entries(heads).map(([file, head]) => [file, `${head}\n`])),
      Makefile: 'all:\n',
      LICENSE: '',
      'bin/program': new Uint8Array([0x7f, 0x45, 0x4c, 0x46]),
      'notes.txt': '#!/bin/sh\n',
    });
    const languages = (await events()).map(
      (event) => 'file' in event && [event.file.path, event.file.language],
    );
    expect(languages).toEqual([
      ['.hooks/pre-commit', 'shell'],
      ['bin/build', 'shell'],
      ['bin/deploy', 'python'],
      ['bin/page', 'php'],
      ['bin/serve', 'javascript'],
      ['bin/tidy', 'ruby'],
      ['test/node 0.6.21 installs', 'shell'],
      ['test/version 1.2', 'shell'],
    ]);
  });

  it('reads UTF-16 that begins with its mark', async () => {
    const source = '// Grüße\nexport function greet() {}\n';
    const wide = Buffer.from(`\uFEFF${source}`, 'utf16le');
    await write({
      'little.ts': wide,
      'big.ts': Buffer.from(wide).swap16(),
      'widest.ts': new Uint8Array([0xff, 0xfe, 0, 0, 0x66, 0, 0, 0]),
    });
    const all = await events();
    const named = all.map((event) => ('file' in event ? event.file.symbols.map(({ name }) => name) : event));
    expect(named).toEqual([
      ['big', 'greet'],
      ['little', 'greet'],
      { kind: 'skipped', path: 'widest.ts', reason: 'binary' },
    ]);
  });

  it('leaves out what is built beside a manifest, tells of repositories inside, and reads Latin-1', async () => {
    await write({
      'packages/b/package.json': '{"name": "b"}',
      'packages/b/build/out.js': 'f()',
      'src/build/a.ts': 'f()',
      'inner/.git/config': '',
      'inner/a.ts': 'f()',
      'old.py': new Uint8Array(Buffer.from('# caf\xe9\ndef g(): pass\n', 'latin1')),
    });
    expect(await told()).toEqual(
      expect.arrayContaining([
        'skipped packages/b/build ignored_by_default',
        'indexed src/build/a.ts',
        'nested inner',
        'indexed inner/a.ts',
      ]),
    );
    const old = (await events()).find((event) => 'file' in event && event.file.path === 'old.py');
    expect(old).toMatchObject({ file: { symbols: [{}, { doc: 'café' }] } });
  });
});
