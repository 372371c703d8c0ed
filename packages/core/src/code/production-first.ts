import { isTestPath } from '@memory/code';

/** The same rows, those of production code before those of tests: who changes a function asks first what depends on it. */
export function productionFirst<Row extends { file_path: string }>(rows: readonly Row[]): Row[] {
  const isTest = ({ file_path: path }: Row) => isTestPath(path);
  return [...rows.filter((row) => !isTest(row)), ...rows.filter(isTest)];
}
