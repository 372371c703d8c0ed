/** Characters that steer a terminal, turn text around or show nothing; line breaks and tabs are text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{E0100}-\u{E01EF}]/gu;
const KEPT = new Set('\t\n\u200C\u200D');

/**
 * A text as it may be printed to a terminal: file names, titles and messages of others hold sequences that set its
 * window's title or its clipboard. They are written out (`\u001b`), as JSON would, so that JSON stays the same JSON.
 */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) =>
    KEPT.has(character)
      ? character
      : Array.from({ length: character.length }, (_, at) => escaped(character, at)).join(''),
  );
}

/** The same for what takes one line of a list: the name of a file may hold a line break, and would forge the next entry. */
export const printableLine = (text: string): string =>
  printable(text).replaceAll(/[\t\n]/g, (character) => escaped(character, 0));

const escaped = (character: string, at: number): string =>
  `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;

/** Marks of Markdown that say nothing in one line, with what stands for them. Names such as `__init__` and `a * b` stay. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(?:`{3,}|~{3,})[\w+-]*$/gmu, ''],
  [/^ {0,3}#{1,6} +/gmu, ''],
  [/^ {0,3}> ?/gmu, ''],
  [/^ *[-*+] +/gmu, '• '],
  [/!?\[([^\][]*)\]\([^()\s]*\)/gu, '$1'],
  [/\*\*([^*\n]+)\*\*/gu, '$1'],
  [/`/gu, ''],
];

/** A text as one reads it aloud: what Markdown would make of it, without its marks. */
export const withoutMarks = (text: string): string =>
  MARKS.reduce((left, [mark, instead]) => left.replaceAll(mark, instead), text);
