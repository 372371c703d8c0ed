import type { Regex } from './regexes-of.ts';

/** Expressions that loading a module makes of strings, as they run, with all that was put into them. */
export async function madeBy(load: () => Promise<unknown>): Promise<Regex[]> {
  const made: Regex[] = [];
  const Original = RegExp;
  const note = (regex: RegExp): RegExp => {
    made.push({ source: regex.source, flags: regex.flags });
    return regex;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, [pattern, flags]: [string, string?]) => note(new target(pattern, flags)),
    apply: (target, _, [pattern, flags]: [string, string?]) => note(target(pattern, flags)),
  });
  try {
    await load();
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}
