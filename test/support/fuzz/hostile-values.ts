import fc from 'fast-check';

/** Texts that have broken something somewhere. */
export const hostileTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '%',
    '_',
    "'",
    '"',
    '\\',
    '\\1',
    '(a+)+$',
    '--',
    ';',
    '/*',
    '$1',
    '?',
  ),
  fc.constantFrom(
    '%00',
    '%zz',
    '../..',
    '..',
    'null',
    'NaN',
    '1e999',
    '-0',
    '\u202e',
    '\ufeff',
    '😀',
    '{}',
    '[]',
  ),
  fc.constantFrom("'; drop table memories; --", '${7*7}', '\u001b[2J', '</workspace-memory>', '__proto__'),
  fc.constantFrom(
    'a'.repeat(501),
    'x'.repeat(2_000),
    ' '.repeat(5_000),
    '1. '.repeat(2_000),
    '[['.repeat(2_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

export const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  hostileTexts,
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    -(2 ** 31),
    2 ** 31,
    [],
    {},
    [[]],
    [null],
    [{}],
  ),
  fc.constantFrom<unknown>({ __proto__: 1 }, { toString: 'x' }, { constructor: null }, { length: -1 }),
  fc.array(hostileTexts, { maxLength: 150 }),
  fc.anything({ maxDepth: 3, maxKeys: 4, values: [hostileTexts, fc.double(), fc.boolean()] }),
);

/** Where a mutation strikes, and how. */
export interface Mutation {
  at: number[];
  how: 'replace' | 'remove' | 'wrap' | 'add' | 'repeat';
  by: unknown;
  name: string;
}

export const mutations: fc.Arbitrary<Mutation> = fc.record({
  at: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'wrap', 'add', 'repeat'),
  by: hostileValues,
  name: hostileTexts,
});

/** The same value but for one place. */
export function mutate(value: unknown, mutation: Mutation, depth = 0): unknown {
  const place = mutation.at[depth];
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const chosen = place === undefined ? undefined : entries[place % (entries.length + 1)];
  if (!chosen) return changed(value, mutation);
  const [name, inner] = chosen;
  if (Array.isArray(value)) return value.toSpliced(Number(name), 1, mutate(inner, mutation, depth + 1));
  const others = entries.filter(([other]) => other !== name);
  const isRemoved = mutation.how === 'remove' && mutation.at[depth + 1] === undefined;
  return Object.fromEntries(isRemoved ? others : [...others, [name, mutate(inner, mutation, depth + 1)]]);
}

function changed(value: unknown, { how, by, name }: Mutation): unknown {
  switch (how) {
    case 'wrap':
      return [value];
    case 'add':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { ...value, [name]: by }
        : by;
    case 'repeat':
      return Array.isArray(value) ? [...value, ...value] : [value, value];
    case 'remove':
    case 'replace':
      return by;
  }
}
