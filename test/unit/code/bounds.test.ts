import { indexTree, parseFile } from '@memory/code-graph';
import { expect } from 'vitest';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { portionOf } from '../../support/portion.ts';
import { makeFolder } from '../../support/seeds/make-folder.ts';
import { verifies } from '../../support/verifies.ts';

type TreeEvent = ReturnType<typeof indexTree> extends AsyncGenerator<infer Event> ? Event : never;

const DEEP = 20_000;
/** Of a process that has read one empty file. */
const FRESH_MB = 100;
const NESTED: Record<string, [open: string, close: string]> = {
  'a.ts': ['function f(){', '}'],
  'b.ts': ['(', ')'],
  'a.js': ['function f(){', '}'],
  'a.tsx': ['f(() => {', '})'],
  'a.go': ['var x = func(){ ', '}'],
  'A.java': ['class A{', '}'],
  'a.rs': ['mod a{', '}'],
  'a.cs': ['class A{', '}'],
  'a.rb': ['module A\n', 'end\n'],
  'a.php': ['<?php function f(){', '}'],
  'a.c': ['struct a{', '} x;'],
  'a.cpp': ['namespace n{', '}'],
  'a.kt': ['class A{', '}'],
  'a.scala': ['object A{', '}'],
  'a.swift': ['class A{', '}'],
  'a.sh': ['f(){ ', '\n}'],
  'a.vue': ['<script>function f(){', '}</script>'],
};

verifies('code.nesting', async () => {
  const python = Array.from({ length: 3_000 }, (_, at) => `${' '.repeat(at)}def f():`).join('\n');
  const sources = Object.entries(NESTED).map(([path, [open, close]]) => [
    path,
    open.repeat(DEEP) + close.repeat(DEEP),
  ]);
  // Less than this is what the tests before it have left in the process.
  let held: number | undefined;
  for (const [path = '', source = ''] of portionOf([...sources, ['a.py', python]], 4)) {
    const costs: { cpuMs: number; residentBytes: number }[] = [];
    const read = (text: string) => parseFile(path, text, undefined, { onRead: (cost) => costs.push(cost) });
    // The grammar is loaded before the time is taken.
    await read('');
    const file = await read(source);
    expect(file?.partial, path).toBe(true);
    const [, { cpuMs, residentBytes } = { cpuMs: Infinity, residentBytes: Infinity }] = costs;
    expect(cpuMs, path).toBeLessThan(2_000);
    held ??= costs[0]?.residentBytes ?? 0;
    expect((residentBytes - held) / 1e6, path).toBeLessThan(300 - FRESH_MB);
  }
});

verifies('code.unread', async () => {
  const root = await makeFolder();
  const component =
    '<template><p>{{ x }}</p></template>\n<script setup lang="ts">\nimport { load } from "./load";\nfunction go() { load(); }\n</script>\n';
  const types = Array.from({ length: 2_000 }, (_, at) => `export type T${at} = 'a';`).join('\n');
  const files: Record<string, string> = {
    'C.vue': component,
    'S.svelte': component,
    'a.lua': 'x = 1',
    'b.lua': 'x = 1',
    'types.generated.ts': `${types}\nexport type All = ${Array.from({ length: 12_000 }, (_, at) => `T${at}`).join(' | ')};\n`,
    // A grammar that traps has trapped all grammars of its process.
    'a.kt': '<script'.repeat(61_225),
    'z.ts': 'export const z = 1;',
    'made.js': `const a = [${'1,'.repeat(9_000)}];`,
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  const events: TreeEvent[] = [];
  for await (const event of indexTree({ root })) events.push(event);
  const told = events.map((event) =>
    event.kind === 'indexed'
      ? `indexed ${event.file.path}`
      : `${event.kind} ${'path' in event ? event.path : ''}`,
  );
  expect(told.toSorted()).toEqual([
    'indexed C.vue',
    'indexed S.svelte',
    'indexed types.generated.ts',
    'indexed z.ts',
    'skipped a.kt',
    'skipped made.js',
    'unread a.lua',
    'unread b.lua',
  ]);
  const vue = events.find((event) => event.kind === 'indexed' && event.file.path === 'C.vue');
  expect(vue).toMatchObject({ file: { language: 'vue', partial: false } });
  expect(vue?.kind === 'indexed' && vue.file.symbols.at(-1)).toMatchObject({ name: 'go', startLine: 4 });
});
