import { test, type TestAPI, type TestFunction } from 'vitest';
import { requirements, type RequirementId } from '../requirements.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Requirements the test proves; reporters read them here. */
    requirements?: RequirementId[];
  }
}

interface VerifiesOptions {
  /** What sets this test apart from others that cite the same ids; default: the text of the first id. */
  title?: string;
  timeoutMs?: number;
}

/**
 * Binds the fixtures of a test API once for a file: `const verifies = verifiesWith(test.extend({ … }))`.
 * The call must be named `verifies` and its ids written as literals: test/unit/requirements.test.ts reads them from the source.
 */
export function verifiesWith<Fixtures>(boundTest: TestAPI<Fixtures>) {
  return (
    ids: RequirementId | readonly [RequirementId, ...RequirementId[]],
    fn: TestFunction<Fixtures>,
    { title, timeoutMs }: VerifiesOptions = {},
  ): void => {
    const cited: [RequirementId, ...RequirementId[]] = typeof ids === 'string' ? [ids] : [...ids];
    const name = `${cited.join(', ')}: ${title ?? requirements[cited[0]].text}`;
    // The function goes through as it is, since vitest finds out from its parameters which fixtures to make.
    boundTest(name, { meta: { requirements: cited }, timeout: timeoutMs }, fn);
  };
}

/** A test that cites the requirements it proves and needs no fixtures. */
export const verifies = verifiesWith(test);
