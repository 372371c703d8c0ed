import picomatch from 'picomatch';
import { plainGlob } from './plain-glob.ts';

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

/** What the library is asked for: a path matches when one of them does. */
function libraryGlobs(glob: string): string[] {
  const plain = plainGlob(glob.trim().replace(/^(?:\.?\/)+/u, ''));
  const inside = plain.endsWith('/') ? `${plain}**` : plain;
  const anywhere = inside.includes('/') ? inside : `**/${inside}`;
  return picomatch.scan(inside).isGlob ? [anywhere] : [anywhere, `${anywhere}/**`];
}
