import type { Node } from 'web-tree-sitter';
import type { BoundMatch, PlaceMatch } from './match.ts';
import { placeOf, textOf } from './node-text.ts';

/** A field of a struct that has no names for them. */
export function placeMatch(node: Node | undefined): PlaceMatch | undefined {
  const list = node?.parent;
  if (!node || list?.parent?.type !== 'struct_item') return undefined;
  const types = list.childrenForFieldName('type').filter((one) => one !== null);
  const place = types.findIndex(({ id }) => id === node.id);
  return { start: node.startIndex, place: `${place}`, type: node.text };
}

export function boundMatch(nodes: ReadonlyMap<string, Node>): BoundMatch | undefined {
  const [name, bound] = [nodes.get('bounded'), nodes.get('bound')];
  let around = name?.parent ?? null;
  while (around && !/(?:type_parameters|where_clause)$/u.test(around.type)) around = around.parent;
  const owner = around?.parent;
  if (!name?.parent || !owner) return undefined;
  const isListed = around?.type.endsWith('parameters');
  const place = isListed ? Number(placeOf(name.parent)) : null;
  const range = { start: owner.startIndex, end: owner.endIndex };
  return { name: name.text, bound: textOf(bound ?? undefined) ?? null, place, ...range };
}
