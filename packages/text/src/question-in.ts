import { withoutEnd } from './without-end.ts';

/** Words from which a question counts as a long text. */
const LONG = 24;
/** Words of a line or sentence that are read. */
const LINE_MAX = 30;
const FAILURE_MAX = 15;
const EACH_MAX = 2;
const NAMES_MAX = 12;

/** A greeting is no first sentence. */
const SENTENCE_MIN = 6;

const FAILURE = /error|exception|fatal|panic|failed|failure|warning|cannot|could not|segfault|assert/iu;
/** Paths, symbols, constants, codes: what no sentence has by chance. */
const NAME = /^[("'`[]*(?<name>[\w./:-]*(?:[a-z\d][A-Z]|\w_\w|\w[./]\w|[A-Za-z]\d|[A-Z]{3,}|::)[\w./:-]*)/u;

/**
 * The question of a long text: its first sentence, lines that name a failure, its questions, and the names in it. Of all of its words
 * enough occur in any memory. A short question is asked as it stands.
 */
export function questionIn(text: string): string {
  const words = wordsOf(text);
  if (words.length <= LONG) return text;
  const lines = text
    .split(/\r?\n/u)
    .map((line) => line.replace(/^[\s#>*+=-]+/u, '').trim())
    .filter(Boolean);
  const failures = lines.slice(1).filter((line) => FAILURE.test(line) && isLine(line));
  const questions = text
    .split(/(?<=[.!?])\s+|\n/u)
    .filter((sentence) => sentence.trimEnd().endsWith('?') && isLine(sentence));
  return [
    firstSentence(lines[0] ?? ''),
    ...failures.slice(0, EACH_MAX).map((line) => firstOf(line, FAILURE_MAX)),
    ...questions.slice(0, EACH_MAX),
    namesIn(text).slice(0, NAMES_MAX).join(' '),
  ].join('\n');
}

/** Paths, symbols, constants and codes of a text, each once. */
export function namesIn(text: string): string[] {
  const names = wordsOf(text).flatMap((word) => {
    const name = NAME.exec(word)?.groups?.['name'];
    return name === undefined ? [] : [withoutEnd(name, './:-')];
  });
  return [...new Set(names)].filter((name) => name.length > 2 && !/^https?:|^\d+$/u.test(name));
}

const wordsOf = (text: string): string[] => text.match(/\S+/gu) ?? [];
const isLine = (text: string): boolean => wordsOf(text).length <= LINE_MAX;
const firstOf = (text: string, count: number): string => wordsOf(text).slice(0, count).join(' ');

function firstSentence(line: string): string {
  let read = '';
  for (const sentence of line.split(/(?<=[.!?])\s+(?=\p{Lu})/u)) {
    if (wordsOf(read).length >= SENTENCE_MIN) break;
    read = `${read} ${sentence}`;
  }
  return firstOf(read, LINE_MAX);
}
