const classMacro =
  /\b(class|struct)([ \t]+)([A-Z][A-Z\d_]{2,})(?=[ \t]+[A-Za-z_]\w*(?:[ \t]+final)?\s*[:{])/g;

/**
 * The same source of C++, character for character in its place, without what stands between `class` and the name: a macro
 * that says what a library exports, as in `class LIBRARY_API Store {`, which the grammar takes for the class itself.
 */
export function withoutClassMacros(source: string): string {
  return source.replaceAll(
    classMacro,
    (_, word: string, space: string, macro: string) => word + space + ' '.repeat(macro.length),
  );
}
