import { expect, it } from 'vitest';
import { TEST_PATH } from '@memory/code-graph';

const isTestPath = (path: string): boolean => new RegExp(TEST_PATH, 'u').test(path);

it('knows files of tests, benchmarks and examples by their path', () => {
  const tests = (
    'src/app.test.ts tests/test_app.py test_app.py pkg/app_test.go src/test/java/AppTest.java AppTests.swift ' +
    'examples/celery/views.py'
  ).split(' ');
  const production = 'src/latest.ts src/contest/app.ts src/main/java/App.java attest/a.go src/tests.ts'.split(
    ' ',
  );
  expect(tests.filter((path) => !isTestPath(path))).toEqual([]);
  expect(production.filter(isTestPath)).toEqual([]);
});
