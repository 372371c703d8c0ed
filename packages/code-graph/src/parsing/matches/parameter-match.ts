import type { Node } from 'web-tree-sitter';
import type { BoundMatch, ParameterMatch } from './match.ts';
import { placeOf, textOf } from './node-text.ts';

/** What stands between the parameters of a function and those of a function among them. */
const typeNodes = new Set([
  'function_type',
  'parenthesized_type',
  'union_type',
  'type_annotation',
  'required_parameter',
  'optional_parameter',
  'formal_parameters',
]);

/** What calling a value of a type gives, kept beside its parameters. */
export function resultMatch(nodes: ReadonlyMap<string, Node>): ParameterMatch | undefined {
  const [node, type, aliased] = [
    nodes.get('result'),
    textOf(nodes.get('type')),
    textOf(nodes.get('aliased')),
  ];
  if (node && aliased !== null)
    return /^typeof\b|\bReturnType\b/u.test(aliased)
      ? { start: node.startIndex, place: '=', type: aliased }
      : undefined;
  return node && type !== null ? { start: node.startIndex, place: '()', type } : undefined;
}

/** What stands in a place of a tuple that has a name, kept as patterns take it. */
export function elementMatch(nodes: ReadonlyMap<string, Node>): ParameterMatch | undefined {
  const [node, type] = [nodes.get('element'), textOf(nodes.get('type'))];
  return node && type !== null ? { start: node.startIndex, place: `=${placeOf(node)}`, type } : undefined;
}

/** A field of a struct that has no names for them. */
export function placeMatch(node: Node | undefined): ParameterMatch | undefined {
  const list = node?.parent;
  if (!node || list?.parent?.type !== 'struct_item') return undefined;
  const types = list.childrenForFieldName('type').filter((one) => one !== null);
  const place = types.findIndex(({ id }) => id === node.id);
  return { start: node.startIndex, place: `${place}`, type: node.text };
}

export function parameterMatch(nodes: ReadonlyMap<string, Node>): ParameterMatch | undefined {
  const node = nodes.get('parameter');
  const type = textOf(nodes.get('type'));
  if (!node || type === null) return undefined;
  const places: string[] = [];
  const typeParameters = new Set<string>();
  let around: Node | null = node;
  for (; around && (around === node || typeNodes.has(around.type)); around = around.parent) {
    if (around.parent?.type === 'formal_parameters') places.unshift(placeOf(around));
  }
  for (let at = around; at; at = at.parent) {
    for (const one of at.childForFieldName('type_parameters')?.namedChildren ?? [])
      typeParameters.add(one.childForFieldName('name')?.text ?? '');
  }
  const name = type.replace(/^:\s*/u, '').trim();
  // The type of what is gathered from the rest: an element of the list or tuple that it is.
  const isRest = node.firstChild?.type === 'rest_pattern';
  if (isRest) {
    const element = /^\[?\s*([\w$.]+)/u.exec(name)?.[1] ?? '';
    places[places.length - 1] = '...';
    return typeParameters.has(element)
      ? undefined
      : { start: node.startIndex, place: places.join('.'), type: element };
  }
  return typeParameters.has(name)
    ? undefined
    : { start: node.startIndex, place: places.join('.'), type: name };
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
