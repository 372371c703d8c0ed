import { expect, it } from 'vitest';
import { productionFirst } from '../../../packages/core/src/code/production-first.ts';

it('puts production code before tests, each in its order', () => {
  const paths = [
    'src/app.test.ts',
    'src/latest.ts',
    'tests/test_app.py',
    'pkg/app_test.go',
    'src/contest/app.ts',
    'src/test/java/AppTest.java',
    'src/main/java/App.java',
  ];
  const ordered = productionFirst(paths.map((file_path) => ({ file_path })));
  expect(ordered.map(({ file_path }) => file_path)).toEqual([
    'src/latest.ts',
    'src/contest/app.ts',
    'src/main/java/App.java',
    'src/app.test.ts',
    'tests/test_app.py',
    'pkg/app_test.go',
    'src/test/java/AppTest.java',
  ]);
});
