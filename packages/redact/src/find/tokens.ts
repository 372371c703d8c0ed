import type { Finding } from '../values.ts';
import { TOKEN_RULES } from '../token-rules.ts';

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
for (const [kind, cores] of TOKEN_RULES)
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

/** Characters of tokens. */
const RUN = /[\w.~$:/+=-]{16,}/g;
/**
 * Where a word begins; `\n` written out (a JSON string inside a text) and an escaped character of an address (`%3D`) end the word
 * before a token, although they end in letters.
 */
const WORD = /(?<![A-Za-z0-9])[\w.~$:/+=-]|(?<=\\[nrt]|%[0-9A-Fa-f]{2})./g;

/**
 * Finds what its mere look gives away, wherever it stands. Only long runs of characters that tokens are made of are
 * looked at, and there only the beginnings of words.
 */
export function findTokens(text: string): Finding[] {
  const tokens: Finding[] = [];
  let upTo = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!/\d/.test(run) && !WITHOUT_DIGITS.test(run)) continue;
    const last = index + run.length - LENGTH_MIN;
    WORD.lastIndex = Math.max(index, upTo);
    for (let word = WORD.exec(text); word && word.index <= last; word = WORD.exec(text)) {
      // Behind a token another may begin.
      for (let at = word.index, token = tokenAt(text, at); token; token = tokenAt(text, at)) {
        tokens.push({ start: at, ...token });
        at = token.end;
        upTo = at;
      }
      WORD.lastIndex = Math.max(WORD.lastIndex, upTo);
    }
  }
  return tokens;
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

// The second half of a pair of AWS keys: 40 characters without any form, a word of their own.
const FORTY = /(?<![A-Za-z0-9+/=_.%@~-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_.@~-])/g;

/** In 40 random characters, 24 differ in kind from the one before; fewer than this are names joined by `/`. */
const CHANGES_MIN = 16;
/** Characters in parts such as `Connect`: 4 of 40 random ones on average, most of a long name. */
const NAMES_MAX = 24;

/** Finds words that only a generator of AWS keys makes: of 40 letters, digits, `+` and `/`, well mixed. */
export function findRandomWords(text: string): Finding[] {
  return Array.from(text.matchAll(FORTY))
    .filter(([word]) => isMixed(word) && !isText(word))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length, kind: 'aws-key' }));
}

function isMixed(word: string): boolean {
  if (!/\d/.test(word) || !/[A-Z]/.test(word) || !/[a-z]/.test(word)) return false;
  if ((word.match(/[A-Z][a-z]{3,}/g)?.join('').length ?? 0) > NAMES_MAX) return false;
  const runs = word.match(/[a-z]+|[A-Z]+|\d+|[+/]+/g) ?? [];
  return runs.length > CHANGES_MIN;
}

/** Base64 of text that can be read hides nothing. */
const isText = (word: string): boolean => /^[\x20-\x7e\s]+$/.test(atob(word));
