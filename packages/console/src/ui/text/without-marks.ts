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
