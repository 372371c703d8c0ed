import type { Finding } from '../redaction.ts';
import { tokenRules } from '../token-rules.ts';

/** No token is shorter, and a token has a digit or one of these parts. */
const LENGTH_MIN = 16;
const WITHOUT_DIGITS = /hf_|api_org_/;

interface Matcher {
  pattern: RegExp;
  kinds: string[];
}

const TAIL = String.raw`[\w-]*`;

const ASCII = Array.from({ length: 128 }, (_, code) => code);

/** By the code of the first character, the formats that may begin with it: a few instead of all at each word. */
const formats = new Map<number, { kind: string; core: string }[]>();
for (const [kind, cores] of Object.entries(tokenRules))
  for (const core of cores)
    for (const code of beginningsOf(core)) formats.set(code, [...(formats.get(code) ?? []), { kind, core }]);

/** Made when a word begins so: hooks, which start anew for every event, see few of them. */
const matchers = new Map<number, Matcher>();

function matcherOf(code: number): Matcher | undefined {
  const known = matchers.get(code);
  const fitting = formats.get(code);
  if (known || !fitting) return known;
  const made = {
    pattern: new RegExp(`(?:${fitting.map(({ core }) => `(${core})`).join('|')})${TAIL}`, 'y'),
    kinds: fitting.map(({ kind }) => kind),
  };
  matchers.set(code, made);
  return made;
}

/** The codes of the characters that an expression begins with, or the alternatives that it begins with. */
function beginningsOf(core: string): number[] {
  const group = /^\(\?:([^()]*)\)/.exec(core);
  const alternatives = group?.[1]?.split('|') ?? [core];
  const codes = alternatives.flatMap((alternative) => {
    // Nearly all begin with a letter or a digit.
    if (/^\w/.test(alternative)) return [alternative.charCodeAt(0)];
    const atom = new RegExp(/^(?:\[[^\]]*\]|\\.|.)/.exec(alternative)?.[0] ?? '');
    return ASCII.filter((code) => atom.test(String.fromCodePoint(code)));
  });
  return [...new Set(codes)];
}

const Class = { Other: 0, Mark: 1, Letter: 2, Digit: 3 } as const;

// What a token's first characters are made of.
const classOf = Uint8Array.from(ASCII, (code) => {
  const character = String.fromCodePoint(code);
  if (/\d/.test(character)) return Class.Digit;
  if (/[A-Za-z]/.test(character)) return Class.Letter;
  return /[_.~$:/+=-]/.test(character) ? Class.Mark : Class.Other;
});

/**
 * Finds what its mere look gives away, wherever it stands. Only long runs of characters that tokens are made of are
 * looked at, and there only the beginnings of words.
 */
export function findTokens(text: string): Finding[] {
  const tokens: Finding[] = [];
  let endOfLast = 0;
  let index = 0;
  while (index < text.length) {
    const start = index;
    let hasDigit = false;
    for (; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      const kind = code < 128 ? classOf[code] : Class.Other;
      if (kind === Class.Other) break;
      if (kind === Class.Digit) hasDigit = true;
    }
    if (index - start >= LENGTH_MIN && (hasDigit || WITHOUT_DIGITS.test(text.slice(start, index)))) {
      for (let at = Math.max(start, endOfLast); at <= index - LENGTH_MIN; at += 1) {
        // Behind another token a word begins.
        if (at !== endOfLast && !beginsWord(text, at)) continue;
        const found = tokenAt(text, at);
        if (found === undefined) continue;
        tokens.push({ start: at, ...found });
        endOfLast = found.end;
        at = found.end - 1;
      }
      index = Math.max(index, endOfLast);
    }
    index += 1;
  }
  return tokens;
}

/**
 * `\n` written out (a JSON string inside a text) and an escaped character of an address (`%3D`) end the word before a
 * token, although they end in letters.
 */
function beginsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  if (before >= 128 || (classOf[before] ?? Class.Other) < Class.Letter) return true;
  return /\\[nrt]$|%[0-9A-Fa-f]{2}$/.test(text.slice(Math.max(0, at - 3), at));
}

function tokenAt(text: string, at: number): { kind: string; end: number } | undefined {
  const matcher = matcherOf(text.charCodeAt(at));
  if (!matcher) return undefined;
  matcher.pattern.lastIndex = at;
  const match = matcher.pattern.exec(text);
  if (match === null) return undefined;
  const kind = matcher.kinds[match.slice(1).findIndex((group) => group !== undefined)] ?? 'other-token';
  return { kind, end: at + match[0].length };
}
