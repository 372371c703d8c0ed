import { test, type TestAPI, type TestFunction } from 'vitest';
import type { MemoryIdForm } from '@memory/contracts';
import { requirements, type RequirementId } from '../requirements.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Requirements the test proves; reporters read them here. */
    requirements?: RequirementId[];
  }
}

interface VerifiesOptions {
  /** Sets this test apart from others that cite the same ids; default: the text of the first id. */
  title?: string;
  timeoutMs?: number;
  /** Runs in this identifier form alone: for what is dear and names no memory, in a file that runs in both. */
  form?: MemoryIdForm;
}

/**
 * Binds the fixtures of a test API once for a file: `const verifies = verifiesWith(test.extend({ … }))`.
 * The call must be named `verifies` and its ids written as literals: test/unit/requirements.test.ts reads them from the source.
 */
export function verifiesWith<Fixtures>(boundTest: TestAPI<Fixtures>) {
  return (
    ids: RequirementId | readonly [RequirementId, ...RequirementId[]],
    fn: TestFunction<Fixtures>,
    { title, timeoutMs, form }: VerifiesOptions = {},
  ): void => {
    if (form && (process.env['MEMORY_ID_FORM'] ?? 'A') !== form) return;
    const cited: [RequirementId, ...RequirementId[]] = typeof ids === 'string' ? [ids] : [...ids];
    const name = `${cited.join(', ')}: ${title ?? requirements[cited[0]].text}`;
    // The function goes through as it is, since vitest finds out from its parameters which fixtures to make.
    boundTest(name, { meta: { requirements: cited }, timeout: timeoutMs }, fn);
  };
}

/** A test that cites the requirements it proves and needs no fixtures. */
export const verifies = verifiesWith(test);
