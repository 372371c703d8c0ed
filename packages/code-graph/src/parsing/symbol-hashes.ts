import type { Node } from 'web-tree-sitter';
import { digest } from '../content-hash.ts';
import { bodyOf } from './symbol-tree-parts.ts';
import { readTokens } from './read-tokens.ts';
import type { PlacedSymbol } from './symbol-tree.ts';
import type { CodeSymbol } from '../file-index.ts';
import type { PlacedValue } from './value-symbols.ts';

/**
 * Gives symbols the hashes of their declaration, without their own name, and of what they do: equal while only comments and
 * formatting differ. A class has its fields and the names of its members in its own; what methods do is theirs.
 * @param file symbol of the whole file
 */
export function hashSymbols(
  root: Node,
  placed: readonly PlacedSymbol[],
  {
    file,
    values,
    source,
    isLate,
  }: { file: CodeSymbol; values: readonly PlacedValue[]; source: string; isLate: () => boolean },
): void {
  const parts = placed.map(({ symbol, node }) => {
    const decorated = DECORATED.test(node.type) ? node.parent : null;
    const isDecorated = decorated?.type === 'decorated_definition';
    return { symbol, node: isDecorated ? decorated : node, body: bodyOf(node) };
  });
  const wanted = [
    root,
    ...parts.flatMap(({ node, body }) => [node, body ?? []].flat()),
    ...values.flatMap(({ node, value }) => [node, value ?? []].flat()),
  ];
  const { tokens, ranges, isCut } = readTokens(root, source, { wanted, isLate });
  if (isCut) return;
  // A function within others is a part of each: all words are joined once.
  const text = tokens.join('\n');
  const starts = new Uint32Array(tokens.length + 1);
  for (const [at, token] of tokens.entries()) starts[at + 1] = (starts[at] ?? 0) + token.length + 1;
  const digestOf = (from: number, to: number) =>
    digest(from < to ? text.slice(starts[from], (starts[to] ?? 0) - 1) : '');
  file.bodyHash = digest(text);
  /** The place of a body, and all words around it. */
  const parted = ([start, end]: Range, body: Node | null) => {
    const [from, to] = (body && ranges.get(body.id)) ?? [end, end];
    return { head: [...tokens.slice(start, from), ...tokens.slice(to, end)], from, to };
  };
  const placeOf = parts.map(({ node }) => ranges.get(node.id));
  for (const [at, { symbol, body }] of parts.entries()) {
    const whole = placeOf[at];
    if (!whole) continue;
    const { head, from: bodyFrom, to: bodyTo } = parted(whole, body);
    const named = head.indexOf(symbol.name);
    symbol.signatureHash = digest((named < 0 ? head : head.toSpliced(named, 1)).join('\n'));
    const members = symbol.kind === 'class' ? membersOf(parts, placeOf, at) : [];
    const own = members.length > 0 ? withoutMembers(tokens, [bodyFrom, bodyTo], members) : undefined;
    symbol.bodyHash = own ? digest(own.join('\n')) : digestOf(bodyFrom, bodyTo);
    symbol.size = own?.length ?? Math.max(0, bodyTo - bodyFrom);
  }
  for (const { symbol, node, value } of values) {
    const { head, from, to } = parted(ranges.get(node.id) ?? [0, 0], value);
    // A key in quotes is the same key.
    const named = head.indexOf(symbol.name);
    if (symbol.kind === 'key' && head[named - 1] === '"') head.splice(named - 2, 5);
    symbol.signatureHash = digest(head.filter((token) => token !== symbol.name).join('\n'));
    symbol.bodyHash = digestOf(from, to);
    symbol.size = to - from;
  }
}

/** Definitions of Python that may be decorated; a parent is looked for from the root on. */
const DECORATED = /^(?:function|class)_definition$/u;

type Range = readonly [number, number];

/** Symbols that stand directly in the one at a place: they follow it, in source order. */
function membersOf(
  parts: readonly { symbol: CodeSymbol }[],
  places: readonly (Range | undefined)[],
  at: number,
): { name: string; range: Range }[] {
  const members: { name: string; range: Range }[] = [];
  const end = places[at]?.[1] ?? 0;
  let last = 0;
  for (let next = at + 1; next < parts.length; next += 1) {
    const [range, part] = [places[next], parts[next]];
    if (!range || !part || range[0] >= end) break;
    if (range[0] < last) continue;
    last = range[1];
    members.push({ name: part.symbol.name, range });
  }
  return members;
}

function withoutMembers(
  tokens: readonly string[],
  [from, to]: Range,
  members: readonly { name: string; range: Range }[],
): string[] {
  const kept: string[][] = [];
  let at = from;
  for (const { name, range } of members) {
    kept.push(tokens.slice(at, Math.max(at, range[0])), [name]);
    at = Math.max(at, range[1]);
  }
  return [...kept, tokens.slice(at, Math.max(at, to))].flat();
}
