import type { Node } from 'web-tree-sitter';
import type { Range } from './match.ts';

export const textMax = 4_000;

/** Text of a node; null for one too long to be a name or a type, since copying nested ones out is quadratic. */
export function textOf(node: Node | undefined): string | null {
  return node && node.endIndex - node.startIndex <= textMax ? node.text : null;
}

/** How many come before it in its list. */
export function placeOf(node: Node): string {
  const siblings = node.parent?.namedChildren.filter(({ type }) => type !== 'comment') ?? [];
  return `${siblings.findIndex(({ id }) => id === node.id)}`;
}

export const rangeOf = ({ startIndex, endIndex }: Node): Range => ({ start: startIndex, end: endIndex });
