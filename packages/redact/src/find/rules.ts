import { withoutEnd } from '@memory/text/without-end';
import {
  beginsRedacted,
  isConstraint,
  isOdd,
  isReference,
  isRandom,
  looksRandom,
  type Finding,
} from '../values.ts';

export interface Rule {
  kind: string;
  /** Only a text in which this is found is looked through: that takes a tenth of the time. */
  hint: RegExp | undefined;
  /** Global, with the groups `value`, the secret, and `before`, which stands between the beginning of the match and it. */
  pattern: RegExp;
  accepts: (value: string, groups: Readonly<Record<string, string>>) => boolean;
}

const ACCEPTS: Readonly<Record<string, Rule['accepts']>> = {
  any: () => true,
  random: looksRandom,
  unlikely: isRandom,
  odd: isOdd,
  numbered: (value) => /\d/.test(value),
  password: (value) => !/^(?:values|null|external|globally)$/i.test(value),
  cookie: (value, { name = '' }) =>
    !/^(?:expires|max-age|domain|path|samesite|priority)$/i.test(name) &&
    looksRandom(value) &&
    !value.includes('[redacted:'),
  header: (value) => looksRandom(value) && !/^[A-Za-z_$][\w$]*\./.test(value),
};

/** A quote; in JSON inside JSON the signs before it and before a line break are doubled again. */
export const QUOTE = String.raw`\\{0,8}["'\`]`;

/** `B` is the beginning of a word, also behind a line break that is written out, `GAP` white space of either kind. */
const MACROS: Readonly<Record<string, string>> = {
  B: String.raw`(?:\b|(?<=\\[nrt]))`,
  GAP: String.raw`(?:\s|\\{1,8}[nrt]){1,20}`,
  BREAK: String.raw`(?:\r?\n|\\{1,8}[rn]){1,2}[ \t>#]{0,40}`,
};

/**
 * Rules of a table, one a line: what it is, its kind, an expression that hints at it (`*`: none), which values are accepted, and
 * the expression itself, of which the part up to `<<` stands before the value and the part from `>>` on behind it.
 * @param macros by name, in braces
 */
export const rulesOf = (
  table: string,
  flags: string,
  macros: Readonly<Record<string, string>> = {},
): Rule[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [, kind = '', hint = '*', accepts = '', ...rest] = line.split(' :: ');
      const fill = (text: string): string =>
        text.replaceAll(/\{([A-Z_]+)\}/g, (_, name: string) => fill(macros[name] ?? MACROS[name] ?? ''));
      const [before = '', value = '', after = ''] = rest.join(' :: ').split(/<<|>>/);
      const pattern = new RegExp(`(?<before>${fill(before)})(?<value>${fill(value)})${fill(after)}`, flags);
      return {
        kind,
        hint: hint === '*' ? undefined : new RegExp(hint, 'i'),
        pattern,
        accepts: ACCEPTS[accepts] ?? (() => true),
      };
    });

export function findByRules(text: string, rules: readonly Rule[]): Finding[] {
  const found: Finding[] = [];
  // Many rules have the hint of the rule before.
  let [last, isHinted] = ['', true];
  for (const { kind, hint, pattern, accepts } of rules) {
    if (hint && hint.source !== last) [last, isHinted] = [hint.source, hint.test(text)];
    if (hint && !isHinted) continue;
    for (const { groups = {}, index } of text.matchAll(pattern)) {
      const { before = '', value: given = '' } = groups;
      // A sentence goes on behind a value.
      const value = kind === 'said' ? withoutEnd(given, '.!?:*') : given;
      if (value === '' || beginsRedacted(value) || isReference(value) || !accepts(value, groups)) continue;
      if (kind === 'said' && isConstraint(value)) continue;
      const start = index + before.length;
      found.push({ start, end: start + value.length, kind: kind === 'said' ? 'password' : kind });
    }
  }
  return found;
}
