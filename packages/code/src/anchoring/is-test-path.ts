/** Folders that tests, benchmarks and examples have in all languages. */
const TEST_FOLDERS = new Set(
  'test tests __tests__ spec specs e2e testing testdata fixtures bench benches benchmark benchmarks example examples'.split(
    ' ',
  ),
);
const TEST_STEM = /^test_|(?:[._-](?:test|spec|bench)|_test|Tests?)$/u;

/** Whether a file holds tests, benchmarks or examples, by its path. */
export function isTestPath(path: string): boolean {
  const folders = path.split('/');
  const file = folders.pop() ?? '';
  const stem = file.slice(0, file.lastIndexOf('.'));
  return folders.some((folder) => TEST_FOLDERS.has(folder)) || TEST_STEM.test(stem);
}
