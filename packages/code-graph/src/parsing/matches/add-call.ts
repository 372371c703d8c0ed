import type { Node } from 'web-tree-sitter';
import type { Language } from '../../languages/language.ts';
import type { BoundMatch, PlaceMatch, HandedMatch, ReturnMatch, CallMatch } from './match.ts';
import { placeOf, textOf } from './node-text.ts';
import { functionAround } from './around.ts';
import { receiverText } from '../receiver.ts';

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

export function returnMatch(nodes: ReadonlyMap<string, Node>, language: Language): ReturnMatch | undefined {
  const around = functionAround(nodes.get('returned'));
  const from = (['literal', 'made', 'type', 'valued'] as const).find((name) => nodes.has(name)) ?? 'copied';
  if (!around) return undefined;
  const value = nodes.get(from);
  const text =
    from === 'literal' ? '()' : from === 'valued' ? receiverText(value, language) : (textOf(value) ?? '');
  return { start: around.startIndex, end: around.endIndex, from, text };
}

/** Of a variable that stands in no function, only where it stands in nothing else: other files may be handed it. */
export function handedMatch(nodes: ReadonlyMap<string, Node>): HandedMatch | undefined {
  const [literal, given] = [nodes.get('literal'), nodes.get('given')];
  const imported = textOf(nodes.get('imported')) ?? '';
  const [start, end] = [literal?.startIndex ?? 0, (functionAround(literal) ?? literal)?.endIndex ?? 0];
  const declaration = given?.parent?.parent?.parent?.type ?? '';
  if (given && !functionAround(given) && !/^(?:program|export_statement)$/u.test(declaration))
    return undefined;
  return {
    start,
    end,
    holder: given ? given.text : '()',
    alias: textOf(nodes.get('alias')) ?? imported,
    imported,
  };
}

export function addCall(
  calls: Map<number, CallMatch>,
  nodes: ReadonlyMap<string, Node>,
  language: Language,
): void {
  const { hasOverloads, hasExtensions } = language;
  const callee = nodes.get('callee');
  if (!callee) return;
  // A field of C++ or a base is given its value: a base has a constructor, which is a member of what it makes.
  const isInitial = nodes.has('initial') && /^[a-z]/u.test(callee.text);
  const written = isInitial
    ? 'this'
    : nodes.has('receiver')
      ? receiverText(nodes.get('receiver'), language)
      : null;
  const receiver = /^this\b/u.test(written ?? '') && isOfHandedObject(callee) ? '' : written;
  const known = calls.get(callee.startIndex);
  // A module called where it is asked for begins like the call that asks for it.
  if (known && known.callee !== 'require' && (known.receiver !== null || receiver === null)) return;
  calls.set(callee.startIndex, {
    start: callee.startIndex,
    line: callee.startPosition.row + 1,
    callee: textOf(callee) ?? '',
    receiver,
    isNew: hasExtensions && nodes.get('call')?.type === 'object_creation_expression',
    arguments: hasOverloads ? argumentsOf(nodes.get('call')) : undefined,
  });
}

/** Whether `this` is an object that a class of JavaScript hands to a call, and not one of the class. */
function isOfHandedObject(callee: Node): boolean {
  let at = callee.parent;
  while (at && !/^(?:method_definition|function_expression|class_body)$/u.test(at.type)) at = at.parent;
  if (at?.type !== 'method_definition' || at.parent?.parent?.type !== 'arguments') return false;
  while (at && at.type !== 'class_body') at = at.parent;
  return at !== null;
}

function argumentsOf(call: Node | undefined): number | undefined {
  if (call?.type === 'infix_expression') return 1;
  const list = call?.childForFieldName('arguments') ?? childOf(call, 'value_arguments');
  // A block of Kotlin stands behind the others.
  const block = [call, call?.parent].some(
    (one) => one?.type === 'call_expression' && childOf(one, 'annotated_lambda'),
  );
  return list || block
    ? (list?.namedChildren.filter(({ type }) => !type.includes('comment')).length ?? 0) + (block ? 1 : 0)
    : undefined;
}

const childOf = (node: Node | undefined, type: string): Node | undefined =>
  node?.namedChildren.find((child) => child.type === type);

/** The expansion of a macro is no tree: its calls are the names before parentheses. */
export function addExpansion(calls: Map<number, CallMatch>, node: Node | undefined): void {
  const text = textOf(node) ?? '';
  let before = '';
  let name: { word: string; index: number } | undefined;
  for (const { 0: token, index } of text.matchAll(/\w+|\S/gu)) {
    if (token === '(' && name) {
      const start = (node?.startIndex ?? 0) + name.index;
      const line = (node?.startPosition.row ?? 0) + text.slice(0, name.index).split('\n').length;
      calls.set(start, { start, line, callee: name.word, receiver: null });
    }
    // A member of what nobody declares here, and what `#` and `##` make.
    name = /^[A-Za-z_]/u.test(token) && !/[.>#]/u.test(before) ? { word: token, index } : undefined;
    before = token;
  }
}
