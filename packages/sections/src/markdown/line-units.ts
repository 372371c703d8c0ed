import { asciiDoc, type Dialect, type Line } from '../dialects/ascii-doc.ts';
import { plainText } from '../dialects/plain-text.ts';
import { restructuredText } from '../dialects/restructured-text.ts';
import { countCodePoints, truncate } from '../bounds/code-points.ts';
import { breakProse } from './markdown-units.ts';
import type { Unit } from '../sections/section.ts';

/** Of a heading this much is shown, in code points. */
const shownMax = 200;

const dialects: Readonly<Record<'text' | 'rst' | 'asciidoc', () => Dialect>> = {
  text: plainText,
  rst: restructuredText,
  asciidoc: asciiDoc,
};

/**
 * The smallest pieces of a text that is written in lines, in order and without a gap: headings, paragraphs, and blocks that
 * stay whole. Prose longer than `max` code points is parted by its lines and sentences.
 */
export function lineUnits(
  source: string,
  {
    max,
    wholeMax = max,
    format,
  }: { max: number; wholeMax?: number; format: 'text' | 'rst' | 'asciidoc' | 'markdown' },
): Unit[] {
  const dialect = dialects[format === 'markdown' ? 'text' : format]();
  const lines = linesOf(source);
  const units: Unit[] = [];
  const add = (start: number, end: number, kind: Unit['kind'], heading?: Unit['heading']): void => {
    const size = countCodePoints(source, start, end);
    if (size === 0) return;
    if (kind === 'heading' && heading && size <= max) units.push({ start, end, size, kind, heading });
    else if (size <= max || (kind === 'follower' && size <= wholeMax)) units.push({ start, end, size, kind });
    else for (const unit of breakProse(source, start, end, max)) units.push(unit);
  };
  let at = 0;
  while (at < lines.length) {
    const start = lines[at]?.start ?? source.length;
    const heading = dialect.headingAt(lines, at);
    const block = heading ? { lines: heading.lines, whole: false } : dialect.blockAt(lines, at);
    at += Math.max(1, block.lines);
    while (at < lines.length && lines[at]?.text.trim() === '') at += 1;
    const end = lines[at]?.start ?? source.length;
    const shown = heading && { depth: Math.min(6, heading.depth), text: truncate(heading.text, shownMax) };
    add(start, end, heading ? 'heading' : block.whole ? 'follower' : 'prose', shown);
  }
  return units;
}

export function linesOf(source: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < source.length;) {
    const newline = source.indexOf('\n', start);
    const end = newline === -1 ? source.length : newline + 1;
    lines.push({ start, text: source.slice(start, newline === -1 ? end : newline).replace(/\r$/, '') });
    start = end;
  }
  return lines;
}
