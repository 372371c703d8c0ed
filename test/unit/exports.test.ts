import { expect, test } from 'vitest';
import { addExports } from '../support/add-exports.ts';

const INDEX = `export { a } from './one/a.ts';
export * from './two/b.ts';
export { c } from './two/c.ts';
`;

test('adds a name to the line of its file', () => {
  expect(addExports(INDEX, [{ name: 'C', isType: true, path: './two/c.ts' }])).toContain(
    "export { c, type C } from './two/c.ts';\n",
  );
});

test('adds a name to a long list, which ends with a comma', () => {
  const index = "export {\n  a,\n  b,\n} from './a.ts';\n";
  expect(addExports(index, [{ name: 'c', isType: false, path: './a.ts' }])).toBe(
    "export {\n  a,\n  b, c } from './a.ts';\n",
  );
});

test('adds a file after the last of its folder, and a new folder at the end', () => {
  const added = addExports(INDEX, [
    { name: 'x', isType: false, path: './one/x.ts' },
    { name: 'Y', isType: true, path: './three/y.ts' },
  ]);
  expect(added).toBe(`export { a } from './one/a.ts';
export { x } from './one/x.ts';
export * from './two/b.ts';
export { c } from './two/c.ts';
export { type Y } from './three/y.ts';
`);
});
