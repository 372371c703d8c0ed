import { expect } from 'vitest';
import { parseFile } from '@memory/code-graph';
import { verifies } from '../../support/verifies.ts';

/** The symbol `name` of a source as [declaration, body]. */
async function hashesOf(path: string, source: string, name: string): Promise<(string | undefined)[]> {
  const file = await parseFile(path, source);
  const symbol = file?.symbols.find((one) => one.name === name && one.kind !== 'module');
  expect(symbol, `${name} in ${path}`).toBeDefined();
  return [symbol?.signatureHash, symbol?.bodyHash];
}

interface Sample {
  path: string;
  plain: string;
  /** The same to whoever calls it and reads it. */
  same: string[];
  /** Another body under the same declaration. */
  body: string[];
  signature: string[];
}

const SAMPLES: Sample[] = [
  {
    path: 'a.ts',
    plain:
      "export function pay(a: number, b: number) {\n  const to = 'shop';\n  return send(to, a + b);\n}\n",
    same: [
      '/** Pays. */\nexport function pay(\n  a: number,\n  b: number,\n) {\n  // why\n  const to = "shop"\n  return send(\n    to,\n    (a + b),\n  )\n}\n',
      "import x from 'x';\n\n\nexport function pay(a: number, b: number) { const to = 'shop'; return send(to, a + b); }\n",
    ],
    body: [
      "export function pay(a: number, b: number) {\n  const to = 'shops';\n  return send(to, a + b);\n}\n",
      "export function pay(a: number, b: number) {\n  const to = 'shop';\n  return send(to, a - b);\n}\n",
    ],
    signature: [
      "export function pay(a: number, b?: number) {\n  const to = 'shop';\n  return send(to, a + b);\n}\n",
    ],
  },
  {
    path: 'a.py',
    plain: 'def pay(a, b):\n    if a:\n        log(a)\n    return a + b\n',
    same: [
      "def pay(\n    a,\n    b,\n):\n    '''Pays.\n\n    Long.\n    '''\n    # why\n    if a:\n        log(a)\n\n    return (\n        a\n        + b\n    )\n",
      'def pay(a, b):\n  "Pays."\n  if a:\n    log(a)\n  return a + b\n',
    ],
    body: [
      'def pay(a, b):\n    if a:\n        log(a)\n        return a + b\n',
      'def pay(a, b):\n    if a:\n        log(a)\n    return a - b\n',
    ],
    signature: [
      '@cached\ndef pay(a, b):\n    if a:\n        log(a)\n    return a + b\n',
      'def pay(a, b=1):\n    if a:\n        log(a)\n    return a + b\n',
    ],
  },
  {
    path: 'a.go',
    plain: 'package a\n\nfunc pay(a int, b int) int {\n\treturn a + b\n}\n',
    same: ['package a\n\n// pay pays.\nfunc pay(\n\ta int,\n\tb int,\n) int { /* why */ return a + b }\n'],
    body: ['package a\n\nfunc pay(a int, b int) int {\n\treturn b + a\n}\n'],
    signature: ['package a\n\nfunc pay(a int, b int64) int {\n\treturn a + b\n}\n'],
  },
  {
    path: 'A.java',
    plain: 'class A {\n  int pay(int a, int b) {\n    return a + b;\n  }\n}\n',
    same: [
      'class A {\n\n  /** Pays. */\n  int pay(int a,\n      int b) {\n    // why\n    return (a + b);\n  }\n  int other;\n}\n',
    ],
    body: ['class A {\n  int pay(int a, int b) {\n    return a * b;\n  }\n}\n'],
    signature: ['class A {\n  long pay(int a, int b) {\n    return a + b;\n  }\n}\n'],
  },
  {
    path: 'a.rs',
    plain: 'fn pay(a: u8, b: u8) -> u8 {\n    a + b\n}\n',
    same: ['/// Pays.\nfn pay(\n    a: u8,\n    b: u8,\n) -> u8 {\n    // why\n    a + b\n}\n'],
    body: ['fn pay(a: u8, b: u8) -> u8 {\n    a - b\n}\n'],
    signature: ['fn pay(a: u8, b: u16) -> u8 {\n    a + b\n}\n'],
  },
  {
    path: 'A.kt',
    plain: 'class A {\n  fun pay(a: Int, b: Int): Int {\n    return a + b\n  }\n}\n',
    same: [
      'class A {\n  /** Pays. */\n  fun pay(\n    a: Int,\n    b: Int,\n  ): Int {\n    // why\n    return (a + b)\n  }\n}\n',
    ],
    body: ['class A {\n  fun pay(a: Int, b: Int): Int {\n    return a - b\n  }\n}\n'],
    signature: ['class A {\n  fun pay(a: Int, b: Long): Int {\n    return a + b\n  }\n}\n'],
  },
  {
    path: 'a.rb',
    plain: 'def pay(a)\n  a.match?(/shop/)\nend\n',
    same: ['# Pays.\ndef pay(a)\n\n  a.match?(/shop/) # why\nend\n'],
    body: ['def pay(a)\n  a.match?(/shop/i)\nend\n', 'def pay(a)\n  a.match?(/shops/)\nend\n'],
    signature: ['def pay(a, b)\n  a.match?(/shop/)\nend\n'],
  },
  {
    path: 'a.h',
    plain: '#define pay(a, b) send((a) + (b))\n',
    same: ['#define  pay(a, b)  send((a) + (b))\n'],
    body: ['#define pay(a, b) send((a) - (b))\n'],
    signature: ['#define pay(a, b, c) send((a) + (b))\n'],
  },
];

verifies('anchors.hashes', async () => {
  for (const { path, plain, same, body, signature } of SAMPLES) {
    const [declared, held] = await hashesOf(path, plain, 'pay');
    for (const source of same) expect(await hashesOf(path, source, 'pay'), source).toEqual([declared, held]);
    for (const source of body) {
      const [other, changed] = await hashesOf(path, source, 'pay');
      expect(other, source).toBe(declared);
      expect(changed, source).not.toBe(held);
    }
    for (const source of signature) {
      const [other, kept] = await hashesOf(path, source, 'pay');
      expect(other, source).not.toBe(declared);
      expect(kept, source).toBe(held);
    }
  }
});

verifies(
  'anchors.hashes',
  async () => {
    const store = (save: string, more = '') =>
      `class Store {\n  rows = [];\n  save(item) { ${save} }\n${more}}\n`;
    const of = async (source: string) => (await hashesOf('a.ts', source, 'Store'))[1];
    expect(await of(store('return 2;'))).toBe(await of(store('return 1;')));
    expect(await of(store('return 1;', '  load() {}\n'))).not.toBe(await of(store('return 1;')));
    expect(await of(store('return 1;').replace('[]', '{}'))).not.toBe(await of(store('return 1;')));
  },
  { title: 'a class is its fields and the names of its members' },
);

verifies(
  'anchors.hashes',
  async () => {
    for (const [path, source] of [
      ['a.py', 'def pay(a):\n    return "Dear\\n" + f"{a} and\\n more"\n'],
      ['a.ts', 'export function pay(a: number) {\n  return "Dear\\n" + `${a} and\\n more`;\n}\n'],
      ['a.go', 'package a\n\nfunc pay(a int) string {\n\treturn "Dear\\n" + " and\\n more"\n}\n'],
      ['A.java', 'class A {\n  String pay(int a) {\n    return "Dear\\n" + " and\\n more";\n  }\n}\n'],
      ['a.rs', 'fn pay(a: u8) -> String {\n    format!("Dear\\n{}", " and\\n more")\n}\n'],
      ['a.rb', 'def pay(a)\n  "Dear\\n" + "#{a} and\\n more"\nend\n'],
      ['a.php', '<?php\nfunction pay($a) {\n  return "Dear\\n" . "$a and\\n more";\n}\n'],
      ['a.c', 'char *pay(int a) {\n  return "Dear\\n" " and\\n more";\n}\n'],
      ['A.cs', 'class A {\n  string pay(int a) {\n    return "Dear\\n" + $"{a} and\\n more";\n  }\n}\n'],
    ] as const) {
      const held = await hashesOf(path, source, 'pay');
      for (const [old, young] of [
        ['Dear', 'Hello'],
        [' and', ' or'],
        [' more', ' less'],
      ] as const)
        expect((await hashesOf(path, source.replace(old, young), 'pay'))[1], `${path} ${old}`).not.toBe(
          held[1],
        );
    }
    // A line that is broken within a statement is no other statement.
    expect(await hashesOf('a.py', 'def pay(a, b):\n    return a + \\\n        b\n', 'pay')).toEqual(
      await hashesOf('a.py', 'def pay(a, b):\n    return a + b\n', 'pay'),
    );
  },
  { title: 'text around escapes counts' },
);
