/** Folders that tests, benchmarks and examples have in all languages. */
const TEST_FOLDERS = new Set(
  'test tests __tests__ spec specs e2e testing testdata fixtures bench benches benchmark benchmarks example examples'.split(
    ' ',
  ),
);
const TEST_STEM = /^test_|(?:[._-](?:test|spec|bench)|_test|Tests?)$/u;

/** The same rows, those of production code before those of tests: who changes a function asks first what depends on it. */
export function productionFirst<Row extends { file_path: string }>(rows: readonly Row[]): Row[] {
  const isTest = ({ file_path: path }: Row) => {
    const folders = path.split('/');
    const file = folders.pop() ?? '';
    const stem = file.slice(0, file.lastIndexOf('.'));
    return folders.some((folder) => TEST_FOLDERS.has(folder)) || TEST_STEM.test(stem);
  };
  return [...rows.filter((row) => !isTest(row)), ...rows.filter(isTest)];
}
