import type { Nodes, RootContent } from 'mdast';
import { countCodePoints } from '../bounds/code-points.ts';
import type { Unit } from '../sections/section.ts';
import { parseBlocks, readHeading } from './markdown-parser.ts';

interface Limits {
  /** Longest unit of prose, in code points. */
  readonly max: number;
  /** Longest fence or table that stays whole, in code points. */
  readonly wholeMax: number;
}

interface Range {
  readonly node: RootContent;
  readonly start: number;
  readonly end: number;
}

/** Containers nested deeper than any author goes are cut as prose, so that hostile text cannot exhaust the stack. */
const depthMax = 50;

/** Longest opening line or table head that each piece of a cut block repeats, in UTF-16 units: a tenth of a piece. */
const repeatMax = 5_000;

/** The smallest pieces of a Markdown document that may be parted, in order and without a gap. */
export function markdownUnits(source: string, limits: Limits): Unit[] {
  const ranges = rangesOf(source, parseBlocks(source).children, 0, source.length);
  return ranges.flatMap((range) => [...unitsOf(source, range, limits, 0)]);
}

/** Gives each node the lines from its first one up to the next node's: what lies between two goes to the former. */
function rangesOf(source: string, nodes: readonly RootContent[], start: number, end: number): Range[] {
  const ranges: Range[] = [];
  let from = start;
  for (const [index, node] of nodes.entries()) {
    const next = nodes[index + 1]?.position?.start.offset;
    const to = next === undefined ? end : lineStart(source, next, from);
    if (to > from) ranges.push({ node, start: from, end: to });
    from = to;
  }
  return ranges;
}

/** Where the line begins: a node's own position leaves out its indentation and the markers of what it stands in. */
function lineStart(source: string, offset: number, least: number): number {
  let start = offset;
  while (start > least && source[start - 1] !== '\n' && source[start - 1] !== '\r') start--;
  return start;
}

function* unitsOf(
  source: string,
  { node, start, end }: Range,
  limits: Limits,
  depth: number,
): Generator<Unit, void, undefined> {
  const size = countCodePoints(source, start, end);
  if (node.type === 'heading' && size <= limits.max) {
    const heading = { depth: node.depth, text: readHeading(node, source) };
    yield { start, end, size, kind: 'heading', heading };
  } else if (size <= limits.max || (isWhole(node) && size <= limits.wholeMax)) {
    yield { start, end, size, kind: isFollower(node) ? 'follower' : 'prose' };
  } else if (isContainer(node) && depth < depthMax) {
    // Containers hold blocks like a root's, only that the type of their children is narrower.
    for (const range of rangesOf(source, node.children, start, end)) {
      yield* unitsOf(source, range, limits, depth + 1);
    }
  } else if (isWhole(node)) {
    yield* breakWhole(source, node, start, end, limits);
  } else {
    yield* breakProse(source, start, end, limits.max);
  }
}

/** Prose longer than a section may be, in units of its lines and sentences. */
export function breakProse(source: string, start: number, end: number, max: number): Unit[] {
  let from = start;
  return breakLines(source, start, end, max).map((to) => {
    const unit: Unit = { start: from, end: to, size: countCodePoints(source, from, to), kind: 'prose' };
    from = to;
    return unit;
  });
}

/**
 * A fence or table too long for one memory, cut at line ends into pieces that are again fences or tables: each repeats
 * the opening line or the head of the table, and each but the last closes its fence.
 */
function breakWhole(
  source: string,
  node: RootContent,
  start: number,
  end: number,
  { wholeMax }: Limits,
): Unit[] {
  const lines = source.slice(start, end).split('\n', 2);
  const opening = lines[0] ?? '';
  const nodeStart = node.position?.start.offset ?? start;
  // A fence in a quotation or list begins behind their markers; indented code has none to repeat.
  const fence =
    node.type === 'code' ? /^ {0,3}(`{3,}|~{3,})/.exec(source.slice(nodeStart, nodeStart + 1000))?.[1] : '';
  const head = fence ? `${opening}\n` : node.type === 'table' ? `${lines.join('\n')}\n` : '';
  const isRepeated = head.length <= repeatMax;
  const open = isRepeated ? head : '';
  const close =
    fence && isRepeated ? `${source.slice(start, nodeStart).replaceAll(/[^>\s]/g, ' ')}${fence}\n` : '';
  const extra = countCodePoints(open) + countCodePoints(close);
  // Half the limit, so that a piece and the text around it still fit into one memory.
  const room = Math.max(1, Math.floor(wholeMax / 2) - extra);
  const pieces: Unit[] = [];
  let from = start;
  let size = 0;
  let previous = start;
  const ends = breakLines(source, start, end, room);
  for (const [index, to] of ends.entries()) {
    const length = countCodePoints(source, previous, to);
    if (size + length > room && size > 0) {
      pieces.push(piece(from, previous, size, false));
      from = previous;
      size = 0;
    }
    size += length;
    previous = to;
    if (index === ends.length - 1) pieces.push(piece(from, to, size, true));
  }
  return pieces;

  function piece(pieceStart: number, pieceEnd: number, length: number, isLast: boolean): Unit {
    const openPiece = pieceStart === start ? '' : open;
    const closePiece = isLast ? '' : close;
    const added = countCodePoints(openPiece) + countCodePoints(closePiece);
    return {
      start: pieceStart,
      end: pieceEnd,
      size: length + added,
      kind: 'follower',
      open: openPiece,
      close: closePiece,
    };
  }
}

function isWhole(node: Nodes): boolean {
  if (node.type === 'html') return /^<(?:table|pre)\b/i.test(node.value);
  return node.type === 'code' || node.type === 'table' || node.type === 'yaml';
}

function isFollower(node: Nodes): boolean {
  return node.type === 'code' || node.type === 'table' || node.type === 'list';
}

function isContainer(
  node: RootContent,
): node is Extract<RootContent, { type: 'list' | 'listItem' | 'blockquote' | 'footnoteDefinition' }> {
  return ['list', 'listItem', 'blockquote', 'footnoteDefinition'].includes(node.type);
}

/** A sentence's end with the space behind it, or an ideographic full stop, which has none. */
const sentenceEnd = /[.!?…]["'”’)\]]*\s+|[。！？]/g;

/**
 * Ends of the smallest stretches that prose may be cut into: its lines; of a line longer than `max` its sentences;
 * of a longer sentence pieces that end at white space, or where there is none, anywhere between two code points.
 * @returns ascending offsets, each stretch at most `max` code points, the last one `end`
 */
function breakLines(source: string, start: number, end: number, max: number): number[] {
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
