import type { ExtractedMemoryType } from '../extracted-memory.ts';

/** What a sentence tells, as far as its words show it. */
export interface Cue {
  type: ExtractedMemoryType;
  sentence: string;
  /** From `STRONG` on it is worth a memory by itself; less wants support by what else was said and done. */
  weight: number;
}

export const STRONG = 2;
export const LIKELY = 1.5;
export const SLIGHT = 1;

export interface CueRule {
  type: ExtractedMemoryType;
  weight: number;
  pattern: RegExp;
}

/** A rule before its expression is made: that happens in the module that loads it, where its safety is proven. */
export type CueSource = Omit<CueRule, 'pattern'> & { source: string };

/** Characters of a sentence that are looked at; what goes on for longer is a listing. */
export const READ_MAX = 600;
/** What several weaker rules add to the best one at most: many weak hints are not a strong statement. */
const SUPPORT_MAX = 0.5;

/** Holds where one of the phrases, sources of regular expressions, stands between word boundaries. */
export const says = (type: ExtractedMemoryType, weight: number, ...phrases: string[]): CueSource => ({
  type,
  weight,
  source: `\\b(?:${phrases.join('|')})\\b`,
});

/** Holds where a sentence begins with one of the phrases. */
export const begins = (type: ExtractedMemoryType, weight: number, ...phrases: string[]): CueSource => ({
  type,
  weight,
  source: `^(?:${phrases.join('|')})\\b`,
});

/** The cue that the rules give a sentence; `read` is the part of it that counts, at most `READ_MAX` long. */
export function cueOf(sentence: string, read: string, rules: readonly CueRule[]): Cue | undefined {
  const found = rules.filter(({ pattern }) => pattern.test(read));
  const [best, ...others] = found.toSorted((a, b) => b.weight - a.weight);
  if (best === undefined) return undefined;
  const support = others.reduce((sum, { weight }) => sum + weight / 4, 0);
  return { type: best.type, sentence, weight: best.weight + Math.min(SUPPORT_MAX, support) };
}
