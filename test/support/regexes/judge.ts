import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { check } from 'recheck';
import type { Regex } from './regexes-of.ts';

/** `proven` by its automaton, `searched` without a finding where the form has none (looking around, back-references). */
export type Verdict = 'proven' | 'searched' | `vulnerable: ${string}` | `unknown: ${string}`;

/**
 * A text of `maxAttackStringSize` characters may take `attackLimit` steps of a backtracking engine: what is linear takes
 * some twenty a character, what is quadratic ten billion.
 */
const LIMITS = {
  timeout: 60_000 as number,
  attackLimit: 2_000_000,
  maxAttackStringSize: 100_000,
} as const;

const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string };

/** Key of a judgement: a verdict holds as long as this is the same. */
export const keyOf = (regex: Regex): string =>
  createHash('sha256')
    .update(JSON.stringify([version, LIMITS, asJudged(regex)]))
    .digest('hex')
    .slice(0, 32);

export async function judge(
  regex: Regex,
  { timeoutMs = LIMITS.timeout }: { timeoutMs?: number } = {},
): Promise<Verdict> {
  const { source, flags } = asJudged(regex);
  const result = await check(source, flags, { ...LIMITS, timeout: timeoutMs });
  if (result.status === 'safe') return result.checker === 'automaton' ? 'proven' : 'searched';
  if (result.status === 'unknown') return `unknown: ${result.error.kind}`;
  return `vulnerable: ${result.complexity.summary}, ${result.attack.pattern}`;
}

/** It does not know the sticky flag, which tries one place as `^` does. */
const asJudged = ({ source, flags }: Regex): Regex =>
  flags.includes('y') ? { source: `^(?:${source})`, flags: flags.replace('y', '') } : { source, flags };
