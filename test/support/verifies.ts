import { test, type TestAPI, type TestFunction } from 'vitest';
import type { MemoryIdForm } from '@memory/contracts';
import { requirements, type RequirementId } from '../requirements.ts';
import { isWhole } from './portion.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Requirements the test proves; reporters read them here. */
    requirements?: RequirementId[];
    /** Identifier form of the service that the test is given. */
    form?: MemoryIdForm;
  }
}

interface VerifiesOptions {
  /** Sets this test apart from others that cite the same ids; default: the text of the first id. */
  title?: string;
  timeoutMs?: number;
}

/**
 * Binds the fixtures of a test API once for a file: `const verifies = verifiesWith(test.extend({ … }))`.
 * The call must be named `verifies` and its ids written as literals: test/unit/requirements.test.ts reads them from the source.
 */
export function verifiesWith<Fixtures>(boundTest: TestAPI<Fixtures>, forms: readonly MemoryIdForm[] = ['A']) {
  const verifiesIn =
    (wanted: () => readonly MemoryIdForm[]) =>
    (
      ids: RequirementId | readonly [RequirementId, ...RequirementId[]],
      fn: TestFunction<Fixtures>,
      { title, timeoutMs }: VerifiesOptions = {},
    ): void => {
      const cited: [RequirementId, ...RequirementId[]] = typeof ids === 'string' ? [ids] : [...ids];
      const name = `${cited.join(', ')}: ${title ?? requirements[cited[0]].text}`;
      for (const form of wanted())
        // The function goes through as it is, since vitest finds out from its parameters which fixtures to make.
        boundTest(
          form === 'A' ? name : `${name} (form B)`,
          { meta: { requirements: cited, form }, timeout: timeoutMs },
          fn,
        );
    };
  let count = 0;
  const inTurn = () => {
    const turn = count++ % forms.length;
    return forms.slice(turn, turn + 1);
  };
  return Object.assign(verifiesIn(isWhole ? () => forms : inTurn), {
    /** For what names no memory, in a file that runs in both forms. */
    formA: verifiesIn(() => ['A']),
    /** A test of `npm run test:whole` alone. */
    whole: verifiesIn(() => (isWhole ? forms : [])),
  });
}

/**
 * The same for a file whose subject differs between the two identifier forms, since it names memories in requests or reads
 * identifiers in responses: each test runs in both by `npm run test:whole`, by `npm test` in one, the next in the other. test/unit/forms.test.ts fails while an operation or tool that differs has
 * no test in such a file.
 */
export const verifiesInBothForms = <Fixtures>(boundTest: TestAPI<Fixtures>) =>
  verifiesWith(boundTest, ['A', 'B']);

/** A test that cites the requirements it proves and needs no fixtures. */
export const verifies = verifiesWith(test);
