/** Folders that tests, benchmarks and examples have in all languages. */
const TEST_FOLDERS =
  'test|tests|__tests__|spec|specs|e2e|testing|testdata|fixtures|bench|benches|benchmark|benchmarks|example|examples';

/** Of the path of a file that holds tests, benchmarks or examples; means the same to JavaScript and to PostgreSQL. */
export const TEST_PATH = `(?:^|/)(?:(?:${TEST_FOLDERS})/|test_[^/]*$)|(?:[._-](?:test|spec|bench)|Tests?)[.][^./]*$`;

const testPath = new RegExp(TEST_PATH, 'u');

/** Whether a file holds tests, benchmarks or examples, by its path. */
export const isTestPath = (path: string): boolean => testPath.test(path);
