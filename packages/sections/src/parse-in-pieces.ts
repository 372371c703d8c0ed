import type { Root, RootContent, Heading } from 'mdast';
import { visit } from 'unist-util-visit';

/** UTF-16 units. The parser takes more than linear time: 1 MB of prose and lists took 50 s whole and 5 s in such pieces, on a busy machine. */
const pieceMin = 1_024;

/**
 * Lines that are not blank, and that the parser is given, again where it is given them again: it takes 100 to 300 us for the
 * smallest of blocks, so that all of them take two seconds at most. A megabyte of prose has 1,000 to 15,000.
 */
const linesMax = 8_000;
const writtenLine = /[^\s][^\n]*\n?/g;

/**
 * A line that is not indented begins a block of the root behind a blank line, unless a fence is open. Not so a line of dashes
 * or pluses: at the beginning of a piece it would open front matter.
 */
const blockStart = /[^ \t\r\n+-]/u;
/** These may without one: a heading and a definition; and, for want of a better place, prose. */
const wordStart = /[\p{L}[]/u;
const itemStart = /[-+*][ \t]|\d/y;

/**
 * The same blocks as `parse` finds in the whole text, in time that grows with its length. A piece ends with a line that
 * may begin a block of the root, and counts when the parser says that it does: then nothing is open there, and the next
 * piece begins with it. A list is parted between two items and joined again. Where the parser says otherwise, the piece
 * grows to twice its size. Beyond a number of lines only what the lines themselves tell is looked at.
 */
export function parseInPieces(markdown: string, parse: (text: string) => Root): Root {
  const children: RootContent[] = [];
  let from = 0;
  let isList = false;
  let size = pieceMin;
  let lines = 0;
  while (from < markdown.length) {
    const cut = nextCut(markdown, from + size, size);
    const end = cut === -1 ? markdown.length : lineEnd(markdown, cut);
    const text = markdown.slice(from, end);
    lines += text.match(writtenLine)?.length ?? 0;
    if (lines > linesMax) {
      for (const block of lightBlocks(markdown, from)) children.push(block);
      break;
    }
    const piece = parse(text).children;
    for (const block of piece) shift(block, from);
    const rest = cut === -1 ? 'none' : takeFrom(piece, cut);
    if (rest === undefined) {
      size *= 2;
      continue;
    }
    const last = children.at(-1);
    const first = piece[0];
    if (isList && last?.type === 'list' && first?.type === 'list') {
      for (const item of first.children) last.children.push(item);
      piece.shift();
    }
    for (const block of piece) children.push(block);
    isList = rest === 'list';
    from = cut === -1 ? markdown.length : cut;
    size = pieceMin;
  }
  return { type: 'root', children };
}

/**
 * The next line at or behind a place that may begin a block or an item; -1 when there is none. Where none stands within
 * `reach`, the first line that begins with a letter or a bracket is as good a guess as any.
 */
function nextCut(markdown: string, least: number, reach: number): number {
  let guess = -1;
  for (let at = markdown.indexOf('\n', least); at !== -1; at = markdown.indexOf('\n', at + 1)) {
    if (guess !== -1 && at > least + reach) return guess;
    itemStart.lastIndex = at + 1;
    if (itemStart.test(markdown)) return at + 1;
    const first = markdown[at + 1] ?? '';
    if (!blockStart.test(first)) continue;
    const isBehindBlank =
      markdown[at - 1] === '\n' || (markdown[at - 1] === '\r' && markdown[at - 2] === '\n');
    if (isBehindBlank || first === '#') return at + 1;
    if (guess === -1 && wordStart.test(first)) guess = at + 1;
  }
  return guess;
}

function lineEnd(markdown: string, start: number): number {
  const end = markdown.indexOf('\n', start);
  return end === -1 ? markdown.length : end + 1;
}

/** Removes what begins at the cut from the blocks of a piece; undefined when nothing does. */
function takeFrom(blocks: RootContent[], cut: number): 'block' | 'list' | undefined {
  const last = blocks.at(-1);
  if (last?.position?.start.offset === cut) {
    blocks.pop();
    return 'block';
  }
  if (last?.type !== 'list' || last.children.at(-1)?.position?.start.offset !== cut) return undefined;
  last.children.pop();
  return 'list';
}

function shift(block: RootContent, by: number): void {
  visit(block, ({ position }) => {
    if (!position) return;
    position.start.offset = (position.start.offset ?? 0) + by;
    position.end.offset = (position.end.offset ?? 0) + by;
  });
}

const fenceMark = /^ {0,3}(`{3,}|~{3,})/;
const headingMark = /^ {0,3}(#{1,6})[ \t]+/;
/** Of a heading's text, in UTF-16 units; less than a tenth of it is shown. */
const headingMax = 2_000;
/** Shorter ones stay together, in UTF-16 units. */
const paragraphMin = 500;

/**
 * The blocks of a text from a place on, as far as its lines tell: headings with `#`, fences, and between blank lines
 * paragraphs, the small ones together. A parser of Markdown takes 100 times as long for texts whose blocks are a few letters each.
 */
function lightBlocks(markdown: string, from: number): RootContent[] {
  const blocks: RootContent[] = [];
  let begun = -1;
  let fence = '';
  const end = (to: number) => {
    const position = between(begun, to);
    if (begun !== -1)
      blocks.push(
        fence === '' ? { type: 'paragraph', children: [], position } : { type: 'code', value: '', position },
      );
    begun = -1;
    fence = '';
  };
  for (let at = from; at < markdown.length;) {
    const newline = markdown.indexOf('\n', at);
    const next = newline === -1 ? markdown.length : newline + 1;
    const line = markdown.slice(at, Math.min(next, at + headingMax)).trimEnd();
    const mark = fenceMark.exec(line)?.[1] ?? '';
    const heading = headingMark.exec(line);
    if (fence !== '') {
      if (mark.startsWith(fence) && line.trim() === mark) end(next);
    } else if (mark !== '') {
      end(at);
      begun = at;
      fence = mark;
    } else if (heading) {
      end(at);
      const depth = (heading[1]?.length ?? 1) as Heading['depth'];
      const value = line.slice(heading[0].length);
      blocks.push({
        type: 'heading',
        depth,
        children: [{ type: 'text', value }],
        position: between(at, next),
      });
    } else if (line === '' && at - begun >= paragraphMin) end(at);
    else if (begun === -1 && line !== '') begun = at;
    at = next;
  }
  end(markdown.length);
  return blocks;
}

/** Only offsets are looked at. */
const between = (start: number, end: number) => ({
  start: { line: 1, column: 1, offset: start },
  end: { line: 1, column: 1, offset: end },
});
