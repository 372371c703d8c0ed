import { printable } from '@memory/text/printable';

const WORD = /[\p{L}\p{N}_]+/gu;

/** Shorter words stand everywhere. */
const WORD_LENGTH_MIN = 2;

/** Enough of a word that its endings match as well, as in the search by words. */
const stem = (word: string): string => (word.length > 5 ? word.slice(0, -2) : word).toLowerCase();

export function Marked({ text, query }: { text: string; query: string }) {
  const shown = printable(text);
  const stems = (query.match(WORD) ?? []).filter((word) => word.length >= WORD_LENGTH_MIN).map(stem);
  if (stems.length === 0) return <bdi>{shown}</bdi>;
  const pieces: { at: number; text: string; isMatch: boolean }[] = [];
  let end = 0;
  for (const match of shown.matchAll(WORD)) {
    const word = match[0].toLowerCase();
    if (!stems.some((each) => word.startsWith(each))) continue;
    if (match.index > end) pieces.push({ at: end, text: shown.slice(end, match.index), isMatch: false });
    pieces.push({ at: match.index, text: match[0], isMatch: true });
    end = match.index + match[0].length;
  }
  pieces.push({ at: end, text: shown.slice(end), isMatch: false });
  return <bdi>{pieces.map(({ at, text, isMatch }) => (isMatch ? <mark key={at}>{text}</mark> : text))}</bdi>;
}

const SNIPPET_LENGTH = 240;

/** The part of a text around the first word of a query; its beginning where none stands in it. */
export function snippetOf(text: string, query: string): string {
  const stems = (query.match(WORD) ?? []).filter((word) => word.length > 3).map(stem);
  const lower = text.toLowerCase();
  const places = stems.map((each) => lower.indexOf(each)).filter((place) => place >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const start = first < SNIPPET_LENGTH - 40 ? 0 : first - 60;
  const part = text.slice(start, start + SNIPPET_LENGTH).replaceAll(/\s+/gu, ' ');
  return `${start > 0 ? '… ' : ''}${part}${start + SNIPPET_LENGTH < text.length ? ' …' : ''}`;
}
