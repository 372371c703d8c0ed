import { type FileIndex, ReachOfChange, resolveEdges } from '@memory/code-graph';
import { expect, it } from 'vitest';
import { parsed } from './called.ts';

const SOURCES: Record<string, string> = {
  'a/base.ts': `export class Base { run() {} get store(): Store { return open(); } }
import { open } from './open';
import type { Store } from '../b/store';
export default Base;
`,
  'a/open.ts': `import { Store } from '../b';
export function open(): Store { return new Store(); }
export const shared = open();
`,
  'b/index.ts': `export * from './store';
export { pack as wrap } from './pack';
`,
  'b/store.ts': `export class Store { constructor() {} save() { this.check(); } check() {} next: Store; }
export function make(): Store { return new Store(); }
`,
  'b/pack.ts': 'export function pack() { return pack.name; }\nexport function unpack() { pack(); }\n',
  'c/use.ts': `import Any from '../a/base';
import { shared } from '../a/open';
import { wrap, make } from '../b';
import * as all from '../b';
class Own extends Any { run() { super.run(); this.store.save(); shared.check(); } }
export function use() { wrap(); make().next.save(); all.wrap(); new Own().run(); only(); }
`,
  'c/plain.js': `const made = require('./made');
module.exports = made;
function near() { made().start(); made.stop(); }
`,
  'c/made.js': `function made() { return made; }
made.start = function () {};
made.stop = function () {};
module.exports = made;
`,
  'c/end.js': "const plain = require('./plain');\nfunction end() { plain.stop(); plain(); }\n",
  'd/alone.ts': 'export function alone() { return apart(); }\nfunction apart() {}\n',
  'd/twice.ts': 'class One { lonely() {} }\nexport function twice(x) { x.lonely(); x.check(); }\n',
};

/** Edges by the file that says them. */
function edgesOf(files: readonly FileIndex[], reach: ReachOfChange): Map<string | undefined, unknown[]> {
  const { edges, unresolved } = resolveEdges(files, { reach });
  const fileOf = new Map(files.flatMap(({ path, symbols }) => symbols.map(({ key }) => [key, path])));
  return Map.groupBy([...edges, ...unresolved], (edge) =>
    fileOf.get('target' in edge && edge.kind === 'contains' ? edge.target : edge.source),
  );
}

let asBefore: FileIndex[] | undefined;

/** The files that another source of one of them reaches; the rest have the edges that they had. */
async function reachOf(path: string, source: string): Promise<Set<string> | undefined> {
  const before = (asBefore ??= await parsed(SOURCES));
  const [after] = await parsed({ [path]: source });
  const [reach, known] = [new ReachOfChange(), before.find((file) => file.path === path)];
  const old = edgesOf(before, reach);
  if (!after || !known) throw new Error(`Nothing reads ${path}.`);
  const reached = reach.of([{ before: known, after, isPartlyKnown: false }]);
  const now = edgesOf(
    before.map((file) => (file === known ? after : file)),
    new ReachOfChange(),
  );
  for (const other of Object.keys(SOURCES))
    if (other !== path && reached && !reached.has(other))
      expect({ source, other, edges: now.get(other) }).toEqual({ source, other, edges: old.get(other) });
  return reached;
}

const changed = (path: string, from: RegExp | string, to: string) =>
  reachOf(path, (SOURCES[path] ?? '').replaceAll(from, to));

it('a file that is not reached keeps its edges, whichever word of another one becomes which', async () => {
  const words = [
    ...new Set(
      Object.values(SOURCES)
        .join(' ')
        .match(/\b[a-zA-Z]\w+/gu),
    ),
  ];
  let narrow = 0;
  for (const [path, source] of Object.entries(SOURCES))
    for (const [at, word] of words.entries()) {
      if (!new RegExp(`\\b${word}\\b`, 'u').test(source)) continue;
      for (const other of ['unheard', words[(at * 7 + 3) % words.length] ?? ''])
        narrow += (await changed(path, new RegExp(`\\b${word}\\b`, 'gu'), other)) ? 1 : 0;
    }
  expect(narrow).toBeGreaterThan(150);
});

it.each([
  ['d/alone.ts', 'apart', 'aside', ['d/alone.ts']],
  ['b/pack.ts', 'unpack', 'extract', ['b/pack.ts']],
  ['b/pack.ts', /\bpack/gu, 'bind', ['b/index.ts', 'b/pack.ts', 'c/use.ts']],
  ['b/store.ts', 'check', 'test', ['a/base.ts', 'a/open.ts', 'b/store.ts', 'c/use.ts', 'd/twice.ts']],
])('a change of %s from %s to %s reaches what asks for it', async (path, from, to, files) => {
  expect([...((await changed(path, from, to)) ?? [])].toSorted()).toEqual(files);
});

it('a module that hands everything on reaches any file', async () => {
  expect(await changed('b/index.ts', './store', './pack')).toBeUndefined();
});
