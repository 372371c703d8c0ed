import { LIMITS, type SecretCase } from '../../../packages/redact/test/secret-cases.ts';

/** No shorter text stands by chance among times and ids. */
const LENGTH_LEAST = 8;

/** Cases that a test may look for in all that is stored. */
export const countable = (cases: readonly SecretCase[]): SecretCase[] =>
  cases
    .filter(({ kind }) => !LIMITS.has(kind))
    .map((one) => ({ ...one, secrets: one.secrets.filter(({ length }) => length >= LENGTH_LEAST) }))
    .filter(({ secrets }) => secrets.length > 0);
