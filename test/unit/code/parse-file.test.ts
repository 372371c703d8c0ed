import { parseFile } from '@memory/code-graph';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';

const store = `import { Journal } from './journal.ts';

/**
 * Keeps orders.
 * For as long as the process lives.
 */
export class Store extends Base<Order> {
  constructor(private readonly journal: Journal) {
    super();
  }

  /** Overloaded. */
  save(order: Order): Promise<Order>;
  save(order: Order, force: boolean): Promise<Order>;
  async save(order: Order, force = false): Promise<Order> {
    const local = (value: Order) => check(value);
    this.journal.record(local(order));
    return order;
  }
}

// Not about check: a line lies between.

export const check = (order: Order) => order;
`;

async function parsed(path: string, source: string) {
  const file = await parseFile(path, source);
  if (!file) throw new Error(`no grammar for ${path}`);
  return file;
}

describe('parseFile', () => {
  it('tells kind, place, signature, doc head and return type of each symbol', async () => {
    const { symbols, partial } = await parsed('src/store.ts', store);
    expect(partial).toBe(false);
    expect(symbols.map(({ key, kind, startLine, endLine }) => [key, kind, startLine, endLine])).toEqual([
      ['src/store.ts', 'module', 1, 24],
      ['src/store.ts#Store', 'class', 7, 20],
      ['src/store.ts#Store.constructor', 'function', 8, 10],
      ['src/store.ts#Store.save', 'function', 15, 19],
      ['src/store.ts#Store.save.local', 'function', 16, 16],
      ['src/store.ts#check', 'function', 24, 24],
    ]);
    expect(symbols[1]).toMatchObject({
      doc: 'Keeps orders.',
      signature: 'class Store extends Base<Order>',
      fields: { journal: 'Journal' },
    });
    expect(symbols[3]).toMatchObject({
      name: 'save',
      className: 'Store',
      parent: 'src/store.ts#Store',
      signature: 'async save(order: Order, force = false): Promise<Order>',
      doc: 'Overloaded.',
      returns: 'Order',
    });
    expect(symbols[4]).toMatchObject({ className: null, parent: 'src/store.ts#Store.save' });
    expect(symbols[5]).toMatchObject({ doc: null, signature: 'check = (order: Order)' });
  });

  it('tells calls with their receivers, imports with their names, and bases', async () => {
    const { references } = await parsed('src/store.ts', store);
    expect(references).toEqual([
      {
        kind: 'imports',
        from: 'src/store.ts',
        specifier: './journal.ts',
        names: [{ imported: 'Journal', local: 'Journal' }],
        line: 1,
      },
      { kind: 'inherits', from: 'src/store.ts#Store', name: 'Base', line: 7 },
      expect.objectContaining({
        from: 'src/store.ts#Store.constructor',
        name: 'constructor',
        receiver: 'super',
      }),
      expect.objectContaining({ from: 'src/store.ts#Store.save.local', name: 'check', receiver: null }),
      expect.objectContaining({ from: 'src/store.ts#Store.save', name: 'record', receiver: 'this.journal' }),
      expect.objectContaining({ from: 'src/store.ts#Store.save', name: 'local', receiver: null }),
    ]);
  });

  it('keeps the keys of symbols when code moves around them', async () => {
    const before = await parsed('src/store.ts', store);
    const after = await parsed(
      'src/store.ts',
      `// one\n// two\n\n${store.replace('export const check', 'load();\nexport const check')}`,
    );
    expect(after.symbols.map(({ key }) => key)).toEqual(before.symbols.map(({ key }) => key));
    expect(after.contentHash).not.toBe(before.contentHash);
  });

  it('numbers what bears the same name', async () => {
    const { symbols } = await parsed(
      'a.py',
      'class A:\n  def x(self): pass\n  @x.setter\n  def x(self, value): pass\n',
    );
    expect(symbols.map(({ key }) => key)).toEqual(['a.py', 'a.py#A', 'a.py#A.x', 'a.py#A.x~2']);
  });

  it('adds up calls that look the same and counts those of local variables apart', async () => {
    const { references, localCalls } = await parsed(
      'a.ts',
      'function f(go: () => void) { go(); work(); work(); go(); }',
    );
    expect(references).toEqual([expect.objectContaining({ name: 'work', count: 2 })]);
    expect(localCalls).toBe(2);
  });

  it('indexes what parses of a broken file and says that it is partial', async () => {
    const file = await parsed('a.ts', 'function whole() { work(); }\nclass { ((( \nfunction after() {}\n');
    expect(file.partial).toBe(true);
    expect(file.symbols.map(({ name }) => name)).toContain('whole');
  });

  it('shows of each definition the declaration, all of it and nothing of what it does', async () => {
    const declared: [path: string, source: string, signatures: string[]][] = [
      [
        'A.kt',
        `package a

@Deprecated("no")
open class Store(
    private val clock: Clock,
) : Base(), Saved by clock {
    constructor() : this(Clock()) { start() }
    internal fun save(
        item: Item,
    ): Boolean = keep(item)
    enum class Kind { A, B; fun label() = name.lowercase() }
}
fun quick(id: Int): Int { return id * 7 }
`,
        [
          '@Deprecated("no") open class Store( private val clock: Clock, ) : Base(), Saved by clock',
          'constructor() : this(Clock())',
          'internal fun save( item: Item, ): Boolean',
          'enum class Kind',
          'fun label()',
          'fun quick(id: Int): Int',
        ],
      ],
      [
        'A.cs',
        'abstract class A {\n  [Note("x", "y")]\n  public abstract Task Write(\n    int a);\n}\n',
        ['abstract class A', '[Note("x", "y")] public abstract Task Write( int a);'],
      ],
      [
        'A.php',
        '<?php\ninterface A {\n  public function run(\n    int $a,\n  ): B;\n}\n',
        ['interface A', 'public function run( int $a, ): B;'],
      ],
      [
        'a.ts',
        'type Pair<\n  A,\n  B,\n> = {\n  first: A;\n};\ntype Id = string;\n',
        ['type Pair< A, B, >', 'type Id = string;'],
      ],
      [
        'a.rb',
        'def show(mode) # How it looks:\n  # | a | b |\n  print mode\nend\nclass Wrong < Error; end\ndef none\nend\n',
        ['def show(mode)', 'class Wrong < Error', 'def none'],
      ],
      ['a.h', '#define twice(a) ((a) + (a))\n', ['#define twice(a)']],
    ];
    for (const [path, source, signatures] of declared) {
      const { symbols } = await parsed(path, source);
      expect(
        symbols
          .slice(1)
          .filter(({ kind }) => ['function', 'class', 'module'].includes(kind))
          .map(({ signature }) => signature),
        path,
      ).toEqual(signatures);
    }
  });

  it('bounds signature and doc head to one line', async () => {
    const file = await parsed(
      'a.ts',
      `/** ${'word '.repeat(100)} */\nfunction f(\n  ${'a: string, '.repeat(100)}\n) {}`,
    );
    const symbol = file.symbols[1];
    expect(Array.from(symbol?.signature ?? '')).toHaveLength(300);
    expect(Array.from(symbol?.doc ?? '').length).toBeLessThanOrEqual(200);
    expect(symbol?.signature).not.toContain('\n');
  });

  it('reads files of two languages at once, in two processes where there are more than two cores', async () => {
    const reading = [parseFile('a.py', 'def f(): pass\n'), parseFile('b.go', 'package b\nfunc F() {}\n')];
    await new Promise(setImmediate);
    const kinds = process.getActiveResourcesInfo();
    expect(kinds.filter((kind) => kind === 'ProcessWrap')).toHaveLength(availableParallelism() > 2 ? 2 : 1);
    expect(await Promise.all(reading)).toMatchObject([{ language: 'python' }, { language: 'go' }]);
  });

  it('keeps of a huge file what one request can carry', async () => {
    const functions = Array.from(
      { length: 4_000 },
      (_, at) => `function f${at}(a: string) { g${at}(a); h${at}(a); }`,
    );
    const file = await parsed('src/generated/huge.ts', functions.join('\n'));
    expect(Buffer.byteLength(JSON.stringify(file))).toBeLessThan(2 ** 20);
    expect(file.partial).toBe(true);
    expect(file.symbols.length).toBeGreaterThan(1_000);
    expect(file.references.length).toBeGreaterThan(1_000);
  });

  it('reads a generated file that imports a thousand names whole', async () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `Name${at}`);
    const body = names.map((name) => `export type Optional${name} = { value: ${name} };`);
    const file = await parsed(
      'src/all.generated.ts',
      `import all, { ${names.join(', ')} as last } from './all';\n${body.join('\n')}\n`,
    );
    expect(file.partial).toBe(false);
    expect(file.references[0]).toMatchObject({ specifier: './all', line: 1 });
    expect(file.references[0]).toHaveProperty('names.length', 500);
    expect(file.symbols).toHaveLength(1_001);
  });

  it('leaves references out where symbols alone are asked for', async () => {
    const source =
      'import { a } from "./a";\nexport const LIMIT = 3;\nclass Shop extends Base { open() { a(); } }\n';
    const [all, alone] = [
      await parseFile('a.ts', source),
      await parseFile('a.ts', source, undefined, { onlySymbols: true }),
    ];
    expect(all?.references).toHaveLength(3);
    expect(alone).toEqual({ ...all, references: [] });
  });

  it('never cuts a character in two', async () => {
    const file = await parsed(
      'a.ts',
      `/** ${'🙂'.repeat(300)}a */\nfunction f(a = '${'🙂'.repeat(400)}') {}\n`,
    );
    for (const { signature, doc } of file.symbols)
      expect(signature.isWellFormed() && (doc ?? '').isWellFormed()).toBe(true);
  });

  it('reads a C++ header as C++ and a C header as C', async () => {
    expect((await parsed('a.h', 'class A { void f(); };')).language).toBe('cpp');
    expect((await parsed('a.h', 'struct a { int b; };')).language).toBe('c');
  });

  it('takes a macro before a declaration of C++ for no part of it, and a type in capitals for the type', async () => {
    const { symbols, partial } = await parsed(
      'a.hpp',
      `class A {
  LIB_NODISCARD std::vector<B *> all() const { return kept; }
  LIB_OLD("use all") LIB_INLINE virtual bool ok() const { return true; }
  ORDER first() { return one; }
  ORDER *next() { return two; }
};
LIB_INLINE A::A(int n) : n_(n) { run(); }
template <typename T> LIB_INLINE std::vector<T> A::read(int n) { return {}; }
EXPORT ORDER open(int n) { return n; }
/*
NOTE that this (old) */
int last() { return 1; }
`,
    );
    expect(partial).toBe(false);
    expect(symbols.slice(1).map(({ qualifiedName, returns }) => `${qualifiedName} ${returns}`)).toEqual([
      'A null',
      'A.all [B]',
      'A.ok bool',
      'A.first ORDER',
      'A.next ORDER',
      'A.A null',
      'A.read [T]',
      'open ORDER',
      'last int',
    ]);
    expect(symbols.at(-1)?.doc).toBe('NOTE that this (old)');
  });

  it('takes a licence for no description of the file', async () => {
    const file = await parsed(
      'a.go',
      '// Copyright 2026 Somebody.\n// Unless required by applicable law there is no warranty.\n\n// Package a counts.\npackage a\n',
    );
    expect(file.symbols[0]?.doc).toBe('Package a counts.');
    expect(file.packageName).toBe('a');
  });

  it('reads names and entries of a package manifest', async () => {
    const file = await parsed(
      'p/package.json',
      '{"name": "@a/b", "exports": {".": {"types": "./t.d.ts", "source": "./src/i.ts"}, "./x": "./x.js"}}',
    );
    expect(file.symbols[0]).toMatchObject({ kind: 'module', name: '@a/b' });
    expect(file.symbols.map(({ qualifiedName }) => qualifiedName)).toContain('exports...source');
    expect(file.references.map((reference) => 'specifier' in reference && reference.specifier)).toEqual([
      './src/i.ts',
      './t.d.ts',
      './x.js',
    ]);
  });

  it('has nothing to say of other files', async () => {
    expect(await parseFile('a.md', '# title')).toBeUndefined();
    expect(await parseFile('package.json', 'no json')).toBeUndefined();
  });

  it('reads TypeScript that the grammar is older than', async () => {
    const source =
      "export type * from './a';\nexport interface Get {\n  // one\n  <T>(key: T): Promise<T>\n  <T, U>(key: T, other: U): void\n}\nconst a = load<typeof import('b')>();\nexport function last() {}\n";
    const file = await parseFile('a.ts', source);
    expect(file).toMatchObject({ partial: false });
    const last = file?.symbols.find(({ name }) => name === 'last');
    expect(last).toMatchObject({ startLine: 8 });
  });
});
