/** Folders and names that tests, benchmarks and examples have in all languages. */
const testPath =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing|testdata|fixtures|bench(?:es|marks?)?|examples?)\/|(?:^|\/)test_[^/]*$|[._-](?:test|spec|bench)\.[^/.]+$|_test\.[^/.]+$|Tests?\.[^/.]+$/u;

/** The same rows, those of production code before those of tests: who changes a function asks first what depends on it. */
export function productionFirst<Row extends { file_path: string }>(rows: readonly Row[]): Row[] {
  const isTest = ({ file_path: path }: Row) => testPath.test(path);
  return [...rows.filter((row) => !isTest(row)), ...rows.filter(isTest)];
}
