import { countCodePoints } from '../bounds/code-points.ts';

/** A sentence's end with the space behind it, or an ideographic full stop, which has none. */
const sentenceEnd = /[.!?…]["'”’)\]]*\s+|[。！？]/g;

/**
 * Ends of the smallest stretches that prose may be cut into: its lines; of a line longer than `max` its sentences;
 * of a longer sentence pieces that end at white space, or where there is none, anywhere between two code points.
 * @returns ascending offsets, each stretch at most `max` code points, the last one `end`
 */
export function breakLines(source: string, start: number, end: number, max: number): number[] {
  const ends: number[] = [];
  for (let from = start; from < end;) {
    const newline = source.indexOf('\n', from);
    const lineEnd = newline === -1 || newline >= end ? end : newline + 1;
    if (fits(source, from, lineEnd, max)) ends.push(lineEnd);
    else breakLine(source, from, lineEnd, max, ends);
    from = lineEnd;
  }
  return ends;
}

function breakLine(source: string, start: number, end: number, max: number, ends: number[]): void {
  const line = source.slice(start, end);
  let from = start;
  const cut = (to: number): void => {
    if (to <= from) return;
    if (fits(source, from, to, max)) ends.push(to);
    else breakSentence(source, from, to, max, ends);
    from = to;
  };
  for (const match of line.matchAll(sentenceEnd)) cut(start + match.index + match[0].length);
  cut(end);
}

function breakSentence(source: string, start: number, end: number, max: number, ends: number[]): void {
  for (let from = start; from < end;) {
    // `max` UTF-16 units never hold more than `max` code points; the half before the limit is searched for a space.
    let to = Math.min(end, from + max);
    if (to < end) {
      const space = source.lastIndexOf(' ', to - 1);
      if (space > from + max / 2) to = space + 1;
      else if (isLowSurrogate(source, to)) to = to - 1 > from ? to - 1 : to + 1;
    }
    ends.push(to);
    from = to;
  }
}

function fits(source: string, start: number, end: number, max: number): boolean {
  return end - start <= max || countCodePoints(source, start, end) <= max;
}

function isLowSurrogate(source: string, index: number): boolean {
  return (source.charCodeAt(index) & 0xfc00) === 0xdc00;
}
