import picomatch from 'picomatch';

/**
 * A glob as people write it, as a regular expression over repository paths that JavaScript and PostgreSQL both read.
 * Without a slash it is about the file's name in any folder (`*.py`); with one it begins at the top (`src/**` + `/*.ts`);
 * with a slash at the end, or naming no wildcard, it is about everything inside. Braces and character classes work.
 */
export function pathPatternOf(glob: string): string {
  return libraryGlobs(glob)
    .map((pattern) => picomatch.makeRe(pattern, GLOB_OPTIONS).source)
    .join('|');
}

/** Paths have dot files and no negation; what is no plain glob was made literal. */
const GLOB_OPTIONS = { dot: true, nonegate: true, noextglob: true } as const;

/** Patterns for the library: a path matches when one of them does. */
function libraryGlobs(glob: string): string[] {
  const plain = plainGlob(glob.trim().replace(/^(?:\.?\/)+/u, ''));
  const inside = plain.endsWith('/') ? `${plain}**` : plain;
  const anywhere = inside.includes('/') ? inside : `**/${inside}`;
  return picomatch.scan(inside).isGlob ? [anywhere] : [anywhere, `${anywhere}/**`];
}

/** Classes of POSIX that mean the same to JavaScript and PostgreSQL once the library has written them out. */
const NAMED_CLASS = /^\[:(?:alnum|alpha|digit|lower|upper|xdigit):\]/;
const SPECIAL = /["-/:-@[-^`{-~]/;
const WILDCARD = /[*?{}[\]!()|+@,]/;

/** As a class: behind a run of backslashes that ends the glob the library looks for its end for ever. */
const BACKSLASH = '[\\\\]';

/**
 * A glob with nothing in it but what a glob has: `*`, `**`, `?`, `[a-z]`, `{a,b}`. All else stands for itself, so that
 * the library which makes a regular expression of it can write no group, quantifier or back-reference of the caller's.
 * (Parentheses are common in paths, such as `app/(shop)/page.tsx`; patterns of the kind `+(a|b)` are none here.)
 */
function plainGlob(glob: string): string {
  let plain = '';
  let choices = 0;
  for (let at = 0; at < glob.length;) {
    const character = glob.charAt(at);
    const next = glob.charAt(at + 1);
    const members = character === '[' ? classAt(glob, at) : undefined;
    if (members) {
      plain += members.written;
      at = members.end;
    } else if (character === '\\') {
      plain += WILDCARD.test(next) ? `\\${next}` : next === '\\' || next === '' ? BACKSLASH : next;
      at += 2;
    } else {
      const closesNothing = character === '}' && choices === 0;
      choices += character === '{' ? 1 : character === '}' && choices > 0 ? -1 : 0;
      plain += closesNothing || '()|+[]!@'.includes(character) ? `\\${character}` : character;
      at += 1;
    }
  }
  return plain;
}

/** The character class that begins at `start`, if one does. It never holds a slash. */
function classAt(glob: string, start: number): { written: string; end: number } | undefined {
  const isNegated = glob[start + 1] === '^';
  const first = start + (isNegated ? 2 : 1);
  let inside = '';
  for (let at = first; at < glob.length;) {
    const named = NAMED_CLASS.exec(glob.slice(at, at + 10))?.[0];
    const isEscaped = glob.charAt(at) === '\\' && at + 1 < glob.length;
    if (isEscaped) at += 1;
    const character = glob.charAt(at);
    if (character === ']' && at > first && !isEscaped)
      return inside === '' ? undefined : { written: `[${isNegated ? '^' : ''}${inside}]`, end: at + 1 };
    if (named) inside += named;
    else if (character === '-')
      inside += isRange(glob.charAt(at - 1), glob.charAt(at + 1)) ? '-' : String.raw`\-`;
    else if (character !== '/') inside += SPECIAL.test(character) ? `\\${character}` : character;
    at += named?.length ?? 1;
  }
  return undefined;
}

const isRange = (from: string, to: string): boolean => /^[a-zA-Z0-9]{2}$/.test(from + to) && from <= to;
