import { TOKEN_RULES } from '../token-rules.ts';
import type { Finding } from '../values.ts';

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

const HEADER =
  /----(?:-BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-| BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY )----/g;

// Line breaks may be written out (`\n`), as in JSON and environment files; lines may begin with a mark, or be strings that are
// joined. A short last line counts only right before the footer, so that words behind a key that was cut off stay. Numbers,
// paths and other beginnings by which a program prints lines are taken away by the reading.
const BODY =
  /(?:\s+|\\+[nr]|["'`+>#*|,]{1,3}(?=[\s"'\\A-Za-z0-9+/]|----[- ]END)|(?:Proc-Type|DEK-Info|Version|Comment|Subject|X-[\w-]{1,40}): ?(?:[^\n\\]|\\+["'])*|[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/=]+(?=(?:\s|\\+[nr])*----[- ]END))*/y;
const FOOTER = /----(?:-END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-| END (?:[A-Z0-9]+ )*PRIVATE KEY )----/y;

const ANY_FOOTER = new RegExp(FOOTER, 'g');
const LINE = /^[\s"'`+>#*|,-]{0,20}([A-Za-z0-9+/=]{0,20000})[\s"'`+,;]{0,20}$/;
/** The first one where something stands before it, such as a name and a quote. */
const FIRST_LINE = /["'`:>] ?([A-Za-z0-9+/=]{40,20000})$/;
/** The last ones may be short; no other is. */
const LINE_LEAST = 16;

/**
 * Finds PEM, PGP and SSH2 private keys, also ones whose beginning or end was cut off. A header alone, as code mentions it, is
 * no key and stays.
 */
export function findPrivateKeys(text: string): Finding[] {
  if (!text.includes('PRIVATE KEY')) return findMiddles(text);
  const found: Finding[] = [];
  for (const header of text.matchAll(HEADER)) {
    if (header.index < (found.at(-1)?.end ?? 0)) continue;
    const bodyStart = header.index + header[0].length;
    const bodyEnd = endOf(BODY, text, bodyStart);
    if (!/[A-Za-z0-9+/=]{16}/.test(text.slice(bodyStart, bodyEnd))) continue;
    found.push({ start: header.index, end: endOf(FOOTER, text, bodyEnd), kind: 'private-key' });
  }
  return [...found, ...findTails(text), ...findMiddles(text)];
}

/** Ends of keys, as `tail` prints them or what is left where the middle of a long output was cut out. */
function findTails(text: string): Finding[] {
  const found: Finding[] = [];
  let from = 0;
  for (const footer of text.matchAll(ANY_FOOTER)) {
    const lines = [...text.slice(from, footer.index).matchAll(/[^\n\r\\]+/g)];
    let start = footer.index;
    let characters = 0;
    for (const line of lines.toReversed()) {
      const at = from + line.index;
      // The letter of a line break that is written out.
      const isEscape = text[at - 1] === '\\' && /^[nrt]/.test(line[0]);
      const [, body] = LINE.exec(isEscape ? line[0].slice(1) : line[0]) ?? [];
      if (body === undefined) {
        const [, first] = FIRST_LINE.exec(line[0]) ?? [];
        if (first !== undefined) {
          start = at + line[0].length - first.length;
          characters += first.length;
        }
        break;
      }
      if (body !== '' && characters >= LINE_LEAST && body.length < LINE_LEAST) break;
      characters += body.length;
      if (body !== '') start = at + (isEscape ? 1 : 0);
    }
    const end = footer.index + footer[0].length;
    if (characters >= LINE_LEAST) found.push({ start, end, kind: 'private-key' });
    from = end;
  }
  return found;
}

/** Lines of PEM and of OpenSSH have 64 or 70 characters; of fewer lines than this nobody makes a key. */
const MIDDLE = { lengths: [64, 70], lines: 3 };

/** Lines out of the middle of a key, as `sed -n 5,20p` prints them: those of a certificate look alike, and say what they are. */
function findMiddles(text: string): Finding[] {
  if (!/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{64}/.test(text)) return [];
  const found: Finding[] = [];
  let run: { start: number; end: number; body: string }[] = [];
  let isPublic = false;
  const close = () => {
    const [first, last] = [run[0], run.at(-1)];
    const whole = run.map(({ body }) => body).join('');
    const isMixed = [/[a-z]/, /[A-Z]/, /\d/, /[+/]/].every((kind) => kind.test(whole));
    if (first && last && run.length >= MIDDLE.lines && isMixed && !isPublic)
      found.push({ start: first.start, end: last.end, kind: 'private-key' });
    run = [];
  };
  for (const { 0: line, index } of text.matchAll(/[^\n\r\\]+/g)) {
    // The letter of a line break that is written out.
    const shift = text[index - 1] === '\\' && /^[nrt]/.test(line) ? 1 : 0;
    const [, body = ''] = LINE.exec(line.slice(shift)) ?? [];
    const start = index + line.lastIndexOf(body);
    if (MIDDLE.lengths.includes(body.length) && body.length === (run[0]?.body.length ?? body.length))
      run.push({ start, end: start + body.length, body });
    else {
      close();
      isPublic = /----[- ]?BEGIN (?!.*PRIVATE)/.test(line) || (isPublic && body.length > 0);
    }
  }
  close();
  return found;
}

function endOf(sticky: RegExp, text: string, from: number): number {
  sticky.lastIndex = from;
  const match = sticky.exec(text);
  return match === null ? from : from + match[0].length;
}
