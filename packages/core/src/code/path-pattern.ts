import picomatch from 'picomatch';

/**
 * A glob as people write it, as a regular expression over repository paths that JavaScript and PostgreSQL both read.
 * Without a slash it is about the file's name in any folder (`*.py`); with one it begins at the top (`src/**` + `/*.ts`);
 * with a slash at the end, or naming a folder, it is about everything inside. Braces and character classes work.
 */
export function pathPatternOf(glob: string): string {
  const plain = glob.trim().replace(/^(?:\.?\/)+/u, '');
  const inside = plain.endsWith('/') ? `${plain}**` : plain;
  const anywhere = inside.includes('/') ? inside : `**/${inside}`;
  const patterns = isGlob(anywhere) ? [anywhere] : [anywhere, `${anywhere}/**`];
  return patterns.map((pattern) => picomatch.makeRe(pattern, { dot: true, nonegate: true }).source).join('|');
}

/** Beside the `**` that `anywhere` begins with. */
const isGlob = (pattern: string): boolean => picomatch.scan(pattern.replace(/^\*\*\//u, '')).isGlob;
