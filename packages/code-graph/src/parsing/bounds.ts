import type { Tree } from 'web-tree-sitter';
import type { FileIndex } from '../file-index.ts';

/**
 * Text on one line, white space collapsed, cut to `lengthMax` code points with an ellipsis.
 * NUL and lone surrogates are replaced, since the service refuses both.
 */
export function boundedText(text: string, lengthMax: number): string {
  // Four times the length leaves room for indentation and spares collapsing a body of megabytes.
  const line = text
    .slice(0, lengthMax * 4)
    .replaceAll('\0', ' ')
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .trim();
  const points = Array.from(line);
  return points.length <= lengthMax ? line : `${points.slice(0, lengthMax - 1).join('')}…`;
}

/** Brackets around a place. People nest ten declarations, a generated table some hundred expressions. */
const BRACKETS_MAX = 400;
/** Nodes around a node: what stands in what is read by squares of it. */
const NODES_MAX = 1_000;
/** Places of a tree where its depth is looked at: what is nested by the thousand is most of its file. */
const SAMPLES = 400;

const MARKS = new Set(Array.from('<>;(){}[]"\'', (mark) => mark.charCodeAt(0)));

/**
 * Whether brackets are nested deeper than anybody writes them: a parser takes gigabytes for some of that, or seconds in which
 * it asks nobody.
 * @param hasTypeArguments whether `a<a<a<` without another bracket nests as well
 */
export function isTooDeep(source: string, hasTypeArguments: boolean): boolean {
  let [depth, angles] = [0, 0];
  // Up to there no quote closes: where one is open to the end of its line, those behind it are escaped, and open as well.
  const open: Record<string, number> = { '"': 0, "'": 0 };
  for (let at = 0; at < source.length; at += 1) {
    if (!MARKS.has(source.charCodeAt(at))) continue;
    const token = source.charAt(at);
    if (token === '<' || token === '>') angles = Math.max(0, angles + (token === '<' ? 1 : -1));
    else if (token === ';' || token === '(' || token === ')' || token === '{' || token === '}') angles = 0;
    if (token === '(' || token === '[' || token === '{') depth += 1;
    else if (token === ')' || token === ']' || token === '}') depth = Math.max(0, depth - 1);
    else if ((open[token] ?? Infinity) <= at) {
      const end = endOfQuote(source, at);
      if (source.charAt(end) === token) at = end;
      else open[token] = end;
    }
    if (depth > BRACKETS_MAX || (hasTypeArguments && angles > BRACKETS_MAX)) return true;
  }
  return false;
}

/** Where a quote closes, or its line ends. */
function endOfQuote(source: string, start: number): number {
  const quote = source.charAt(start);
  let at = start + 1;
  while (at < source.length && source.charAt(at) !== quote && source.charAt(at) !== '\n')
    at += source.charAt(at) === '\\' && source.charAt(at + 1) !== '\n' ? 2 : 1;
  return at;
}

/** The same of what words and indentation nest, as in Ruby and Python. */
export function isDeepTree(tree: Tree): boolean {
  const cursor = tree.walk();
  try {
    const count = tree.rootNode.descendantCount;
    if (count <= NODES_MAX) return false;
    for (let at = 0; at < count; at += Math.max(1, Math.floor(count / SAMPLES))) {
      cursor.gotoDescendant(at);
      if (cursor.currentDepth > NODES_MAX) return true;
    }
    return false;
  } finally {
    cursor.delete();
  }
}

/** A file's index as JSON stays below the service's request limit of 1 MiB, with room for what is sent around it. */
const bytesMax = 900_000;
/** The least share of it that references leave to symbols. */
const symbolShare = 0.6;

/**
 * The index of a file as JSON, cut to what one request can carry: symbols and references to the end of the file are left out
 * first.
 */
export function fittingJson(index: FileIndex): string {
  const json = JSON.stringify(index);
  if (Buffer.byteLength(json) <= bytesMax) return json;
  const kept = fitting(index.symbols, bytesMax * symbolShare);
  const keys = new Set(kept.map(({ key }) => key));
  // A method may stand before its class, and the class be cut off.
  const symbols = kept.map((symbol) =>
    symbol.parent === null || keys.has(symbol.parent) ? symbol : { ...symbol, parent: index.path },
  );
  const left = bytesMax - bytesOf({ ...index, symbols, references: [] });
  const references = fitting(
    index.references.filter(({ from }) => keys.has(from)),
    left,
  );
  return JSON.stringify({ ...index, symbols, references, partial: true });
}

function fitting<T>(items: readonly T[], bytes: number): T[] {
  let left = bytes;
  const kept: T[] = [];
  for (const item of items) {
    left -= bytesOf(item) + 1;
    if (left < 0) break;
    kept.push(item);
  }
  return kept;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
