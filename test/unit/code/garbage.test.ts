import { type FileIndex, parseFile, resolveEdges } from '@memory/code-graph';
import { array, assert, asyncProperty, constantFrom, oneof, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portion, portionOf } from '../../support/portion.ts';

const extensions = ['ts', 'tsx', 'js', 'py', 'go', 'java', 'rs', 'cs', 'rb', 'php', 'c', 'cpp', 'h'];
// Words that mean something to a grammar, put together in an order that means nothing.
const words = 'class def fn func import use from interface a B self $x <?php'
  .split(' ')
  .map((word) => `${word} `);
const marks = ':: . -> ( ) { } [ ] < > , ; : " \' ` /* */ // # = => | & *'.split(' ');
const piece = constantFrom(...words, ...marks, '\n', '  ');
const garbage = oneof(
  array(piece, { maxLength: 200 }).map((pieces) => pieces.join('')),
  string({ unit: 'binary', maxLength: 500 }),
);

function expectSound({ symbols, references }: FileIndex): void {
  const keys = new Set(symbols.map(({ key }) => key));
  expect(keys.size).toBe(symbols.length);
  for (const symbol of symbols) {
    expect(symbol.parent === null || keys.has(symbol.parent)).toBe(true);
    expect(symbol.startLine).toBeGreaterThanOrEqual(1);
    expect(symbol.endLine).toBeGreaterThanOrEqual(symbol.startLine);
    for (const text of [symbol.key, symbol.name, symbol.qualifiedName, symbol.signature, symbol.doc ?? '']) {
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toMatch(/[\0\n]/);
    }
  }
  for (const reference of references) {
    expect(keys.has(reference.from)).toBe(true);
    expect(reference.line).toBeGreaterThanOrEqual(1);
    expect(JSON.stringify(reference)).not.toMatch(/\\u0000|\\ud[89a-f]/);
  }
}

describe('whatever the source holds', () => {
  it.each(extensions)('a .%s file gives a sound index, and its edges join its symbols', async (extension) => {
    await assert(
      asyncProperty(garbage, async (source) => {
        const file = await parseFile(`a.${extension}`, source);
        if (!file) throw new Error('no grammar');
        expectSound(file);
        const keys = new Set(file.symbols.map(({ key }) => key));
        for (const { source: from, target, confidence } of resolveEdges([file]).edges) {
          expect(keys.has(from) && keys.has(target)).toBe(true);
          expect(confidence).toBeGreaterThan(0);
          expect(confidence).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: portion(60, 20) },
    );
  });

  const repeated: [string, string][] = [
    ['ts', 'a('.repeat(100_000)],
    ['ts', '('.repeat(200_000)], // Takes as long as a file may
    ['js', '{'.repeat(10_000)],
    ['py', '['.repeat(10_000)],
    ['cpp', 'a<'.repeat(20_000)],
    ['ts', 'class A {'.repeat(5_000)],
    ['ts', `f${'.g()'.repeat(2_000)}`],
    ['c', `/${'*'.repeat(300_000)}/ int f() {}`],
    ['rs', `use ${'a::{'.repeat(5_000)}`],
    ['java', `enum Big {\n${'  M(1),\n'.repeat(50_000)};\n  Big(int x) {}\n}`], // More words than an array takes at once
  ];
  it.each(portionOf(repeated, 2))(
    'a .%s file of one thing in itself, over and over, ends',
    async (extension, source) => {
      const file = await parseFile(`a.${extension}`, source);
      expectSound(file ?? expect.fail('no grammar'));
      expect((await parseFile('next.ts', 'function after() {}'))?.symbols).toHaveLength(2);
    },
  );
});
