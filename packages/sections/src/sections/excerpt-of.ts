import { truncate } from '../bounds/code-points.ts';
import { readInline } from '../markdown/markdown-parser.ts';
import type { TextFormat } from '../read-document.ts';

const excerptMax = 80;

/** Of a text this much is looked at, and of a paragraph that begins in it, in UTF-16 units. */
const reach = 4_000;
const paragraphMax = 1_000;

/** Lines in which words are looked for: more without any are no text. */
const LINES = 20;

/** The first words of a text as a reader sees them, without marks at their front. */
export function excerptOf(text: string, format: TextFormat): string {
  let [isCode, read] = [false, 0];
  const lines = text.slice(0, reach).split('\n');
  for (const [at, line] of lines.entries()) {
    // The line that opens a fence names a language, not a subject; in a fence nothing is marked up.
    if (/^\s*(?:>\s*)*(?:`{3,}|~{3,})/.test(line)) {
      isCode = true;
      continue;
    }
    if (!/[\p{L}\p{N}]/u.test(line)) continue;
    read += 1;
    if (read > LINES) break;
    const shown =
      format === 'markdown' && !isCode
        ? inMarkdown(line, lines.slice(at + 1))
        : inLines(line, isCode ? 'text' : format);
    const words = withoutLeader(
      shown
        .replace(/^[\s>#*+|:=~`-]+/, '')
        // The name of a rule, as the reference of a language sets it before.
        .replace(/^\[([^[\]]+)\] /, '$1 ')
        // The first of two may be among these.
        .replaceAll('`', '')
        .trim(),
    );
    if (/[\p{L}\p{N}]/u.test(words)) return truncate(words, excerptMax);
  }
  return '';
}

/** Markup that begins in a line may end in the next one of its paragraph. */
function inMarkdown(line: string, below: readonly string[]): string {
  const end = below.findIndex((other) => other.trim() === '' || other.startsWith('|'));
  const paragraph = line.startsWith('|')
    ? cellsOf(line)
    : [line, ...below.slice(0, end < 0 ? below.length : end)].join('\n');
  return readInline(paragraph.slice(0, paragraphMax)).split('\n', 1)[0] ?? '';
}

/** Of other formats what is marked in the same way in most. */
function inLines(line: string, format: TextFormat): string {
  const shown = cellsOf(withoutDirective(line))
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    // Links and pictures are what they show.
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')
    // Entries of AsciiDoc's index.
    .replaceAll(/\(\(\([^()]*\)\)\)/g, '');
  return format === 'text' ? shown : withoutEmphasis(shown);
}

/** The bold or italic beginning of a line, without the marks on both sides. */
function withoutEmphasis(line: string): string {
  const [, mark = ''] = /^\s*(\*{1,2}|_{1,2})[\p{L}\p{N}`:<("']/u.exec(line) ?? [];
  const start = line.indexOf(mark) + mark.length;
  const end = mark === '' ? -1 : line.indexOf(mark, start);
  return end < 0 ? line : `${line.slice(start, end)}${line.slice(end + mark.length)}`;
}

/** A line of reStructuredText without the directive it begins with; nothing of one that opens code or names a file, nor of a label. */
function withoutDirective(line: string): string {
  if (line.trimStart().startsWith('.. _')) return '';
  const [opening = '', name = ''] = /^ *\.\. ([\w-]+)::/u.exec(line) ?? [];
  if (opening === '') return line;
  return namesNothing.test(name) ? '' : line.slice(opening.length);
}

const namesNothing =
  /^(?:code|code-block|sourcecode|highlight|literalinclude|include|image|figure|toctree|contents|parsed-literal)$/u;

/** A row of a table as a list of what its cells say, without the spaces that align them. */
const cellsOf = (line: string): string =>
  line.startsWith('|')
    ? line
        .split('|')
        .map((cell) => cell.trim())
        .filter((cell) => cell !== '')
        .join(', ')
    : line;

/** Without the dots that lead to a number of a page. */
function withoutLeader(line: string): string {
  const at = line.search(/(?:\s?\.){4}/);
  return at > 0 && /^[\s.]*\d*$/.test(line.slice(at)) ? line.slice(0, at) : line;
}
