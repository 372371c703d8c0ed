import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
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

const root = new URL('../../../', import.meta.url).pathname;
const folder = path.join(root, 'node_modules/.cache/regexes');
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string };

/** Verdicts are kept by what was judged, so that only new expressions take time. */
export async function judge(
  regex: Regex,
  { timeoutMs = LIMITS.timeout }: { timeoutMs?: number } = {},
): Promise<Verdict> {
  const judged = asJudged(regex);
  const kept = path.join(
    folder,
    createHash('sha256')
      .update(JSON.stringify([version, LIMITS, judged]))
      .digest('hex'),
  );
  try {
    return readFileSync(kept, 'utf8') as Verdict;
  } catch {
    const verdict = await judgeAnew(judged, timeoutMs);
    // What timed out may have met a busy machine.
    if (!verdict.startsWith('unknown')) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(kept, verdict);
    }
    return verdict;
  }
}

/** It does not know the sticky flag, which tries one place as `^` does. */
const asJudged = ({ source, flags }: Regex): Regex =>
  flags.includes('y') ? { source: `^(?:${source})`, flags: flags.replace('y', '') } : { source, flags };

async function judgeAnew({ source, flags }: Regex, timeout: number): Promise<Verdict> {
  const result = await check(source, flags, { ...LIMITS, timeout });
  if (result.status === 'safe') return result.checker === 'automaton' ? 'proven' : 'searched';
  if (result.status === 'unknown') return `unknown: ${result.error.kind}`;
  return `vulnerable: ${result.complexity.summary}, ${result.attack.pattern}`;
}
