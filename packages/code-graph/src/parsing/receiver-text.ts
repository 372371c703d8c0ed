import type { Node } from 'web-tree-sitter';

/** Long receivers are chains of calls with functions and objects as arguments, which say nothing of what is called. */
const chainMax = 200;
const argumentNodes = /^(?:arguments|argument_list|value_arguments|template_string|class_body|block)$/u;

function chainText(node: Node): string {
  if (node.endIndex - node.startIndex <= chainMax && !hasMarks(node)) return node.text;
  const parts: string[] = [];
  const write = (part: Node, depth: number): boolean => {
    const cast = part.type === 'parenthesized_expression' ? part.firstNamedChild : null;
    const array = part.childForFieldName(part.type === 'array_access' ? 'array' : 'operand');
    const isPlace = part.type === 'array_access' || part.type === 'index_expression';
    // A cast is written as a call that makes one, a place of an array as any of its places.
    if (cast?.type === 'cast_expression') parts.push(`${cast.childForFieldName('type')?.text ?? ''}()`);
    else if (isPlace && array) return write(array, depth + 1) && parts.push('.*') > 0;
    else if (argumentNodes.test(part.type))
      parts.push(part.type.includes('arguments') || part.type === 'argument_list' ? '()' : '');
    // As a word of its own it would need the space behind it, and it says nothing of what is made.
    else if (part.type === 'new' || part.type === 'await') return true;
    else if (part.childCount === 0) parts.push(part.endIndex - part.startIndex <= chainMax ? part.text : '');
    else return depth < 60 && part.children.every((child) => write(child, depth + 1));
    return true;
  };
  return write(node, 0) ? parts.join('') : '';
}

/** Whether it holds casts or places of arrays in a grammar that has nodes for them alone. */
const hasMarks = (node: Node): boolean =>
  /\[|^\(\(/u.test(node.text) &&
  node.descendantsOfType(['array_access', 'index_expression', 'cast_expression']).length > 0;

/** What a call is made on. In Go `new(T)` makes a T, as a call of T would: what begins a chain so is written `T()`. */
export function receiverText(node: Node | undefined): string {
  if (!node) return '';
  const text = chainText(node);
  if (!text.startsWith('new(')) return text;
  let begin: Node | null = node;
  while (begin?.firstChild && begin.firstChild.text !== 'new') begin = begin.firstChild;
  const given = begin?.childForFieldName('arguments')?.firstNamedChild?.type ?? '';
  return /^(?:type_identifier|qualified_type)$/u.test(given)
    ? text.replace(/^new\(([\w.]+)\)/u, '$1()')
    : text;
}
