import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { askedSymbol, familyOf, type FileIndex, indexTree, resolveEdges } from '@memory/code-graph';
import { describe, expect, it } from 'vitest';

const languages = fileURLToPath(new URL('../../fixtures/code/languages/', import.meta.url));

async function indexed(language: string): Promise<FileIndex[]> {
  const files: FileIndex[] = [];
  for await (const event of indexTree({ root: `${languages}${language}` }))
    if (event.kind === 'indexed') files.push(event.file);
  return files;
}

const short = (key: string) => key.replace(/^.*\//, '');
type CodeEdge = ReturnType<typeof resolveEdges>['edges'][number];

const shown = (edges: readonly CodeEdge[], kind: CodeEdge['kind']) =>
  edges
    .filter((edge) => edge.kind === kind)
    .map(({ source, target }) => `${short(source)} > ${short(target)}`);

/** The text beside a language's folder: symbols that it must have, and all of its calls and inheritances. */
const expected = (language: string) => {
  const lines = readFileSync(`${languages}${language}.txt`, 'utf8').trimEnd().split('\n');
  const of = (kind: string) =>
    lines.flatMap((line) => (line.startsWith(`${kind} `) ? [line.slice(kind.length + 1)] : []));
  const [calls, inherits] = [of('calls'), of('inherits')];
  return { symbols: lines.filter((line) => !/^(?:calls|inherits) /u.test(line)), calls, inherits };
};

describe('each language', () => {
  it.each(globSync('*.txt', { cwd: languages }).map((file) => file.slice(0, -4)))('%s', async (language) => {
    const files = await indexed(language);
    const { edges } = resolveEdges(files);
    const { symbols, calls, inherits } = expected(language);
    expect(files.every(({ partial }) => !partial)).toBe(true);
    expect(files.flatMap((file) => file.symbols.map(({ kind, key }) => `${kind} ${short(key)}`))).toEqual(
      expect.arrayContaining(symbols),
    );
    expect(shown(edges, 'calls')).toEqual(calls);
    expect(shown(edges, 'inherits')).toEqual(inherits);
  });

  it('puts methods which stand apart from their class into it', async () => {
    const contained = shown(resolveEdges(await indexed('go')).edges, 'contains');
    expect(contained).toContain('store.go#Store > journal.go#Store.check');
  });
});

it('signatures are asked for in every language outside the family of ECMAScript', async () => {
  const [, symbol] = (await indexed('go')).find(({ symbols }) => symbols.length > 1)?.symbols ?? [];
  if (!symbol) throw new Error('Nothing was read.');
  const names = globSync('*.txt', { cwd: languages }).map((file) => file.slice(0, -4));
  for (const name of [...names, 'tsx', 'vue', 'svelte'])
    expect([name, askedSymbol(name, symbol)?.signature]).toEqual([
      name,
      familyOf(name) === 'ecma' ? '' : symbol.signature,
    ]);
});
