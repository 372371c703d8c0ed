const named = /\b(?:class|struct) +[A-Z][A-Z\d_]+ +\w+/g;
/** What may stand between the name of a class and its body or bases. */
const BEFORE_BODY = 40;

/**
 * The same source of C++, character for character in its place, without what stands between `class` and the name: a macro
 * that says what a library exports, as in `class LIBRARY_API Store {`, which the grammar takes for the class itself.
 */
export function withoutClassMacros(source: string): string {
  return source.replaceAll(named, (words: string, at: number) => {
    const end = at + words.length;
    const next = source
      .slice(end, end + BEFORE_BODY)
      .trimStart()
      .replace(/^final\b/, '')
      .trimStart();
    if (!next.startsWith('{') && !next.startsWith(':')) return words;
    const [word = '', macro = ''] = words.split(/ +/);
    return `${word}${' '.repeat(words.indexOf(macro) + macro.length - word.length)}${words.slice(words.indexOf(macro) + macro.length)}`;
  });
}
