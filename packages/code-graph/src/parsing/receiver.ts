import type { Node } from 'web-tree-sitter';
import type { Language } from '../languages/language.ts';
import { kotlinPath } from './kotlin-path.ts';
import { typeName } from './type-name.ts';
import { withoutEnd } from '@memory/text/without-end';

/** Long receivers are chains of calls with functions and objects as arguments, which say nothing of what is called. */
const chainMax = 200;
const argumentNodes = /^(?:arguments|argument_list|value_arguments|template_string|class_body|block)$/u;

function chainText(node: Node): string {
  if (node.endIndex - node.startIndex <= chainMax && !hasMarks(node)) return node.text;
  const parts: string[] = [];
  const write = (part: Node, depth: number): boolean => {
    const cast = part.type === 'parenthesized_expression' ? part.firstNamedChild : null;
    const array = arrayOf(part);
    const made = madeBy(part);
    // A cast is written as a call that makes one, a place of an array as any of its places.
    if (cast?.type === 'cast_expression') parts.push(`${cast.childForFieldName('type')?.text ?? ''}()`);
    else if (cast?.type === 'as_expression')
      parts.push(`${typeName(cast.lastNamedChild?.text ?? '') ?? ''}()`);
    else if (array) return write(array, depth + 1) && parts.push('.*') > 0;
    else if (typeof made === 'string') parts.push(`${typeName(made) ?? ''}()`);
    else if (made) return write(made, depth + 1);
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

/** Places of arrays, by the field that holds the array; casts. */
const places: Record<string, readonly string[]> = {
  array_access: ['array'],
  element_access_expression: ['expression'],
  index_expression: ['operand'],
  subscript_expression: ['object', 'argument'],
};
const marked = [
  ...Object.keys(places),
  'as_expression',
  'cast_expression',
  'compound_literal_expression',
  'conditional_expression',
  'pointer_expression',
];

/** Casts and makers of C++ give the type in angle brackets; others hand their argument on as it is. */
const makes = /^(?:\w+::)*(?:\w*[cC]ast|make_(?:shared|unique)|(?:shared|unique)_ptr)<(.+)>$/su;
const hands = /(?:[cC]ast|make_(?:shared|unique)|(?:shared|unique)_ptr)<|\bstd::(?:move|forward|ref)\b/u;

/** The type of an object that an expression of C++ makes, and the value that another one hands on: the first of two. */
function madeBy(part: Node): string | Node | null | undefined {
  if (part.type === 'conditional_expression') return part.childForFieldName('consequence');
  if (part.type === 'pointer_expression') return part.childForFieldName('argument');
  if (part.type === 'parenthesized_expression' && part.firstNamedChild?.type === 'pointer_expression')
    return part.firstNamedChild;
  if (part.type === 'compound_literal_expression') return part.childForFieldName('type')?.text;
  const called = part.type === 'call_expression' ? part.childForFieldName('function') : null;
  if (!called || !hands.test(called.text)) return undefined;
  return makes.exec(called.text)?.[1] ?? part.childForFieldName('arguments')?.firstNamedChild;
}

/** The array that a place is taken of; what is named by a text is none. */
function arrayOf(part: Node): Node | undefined {
  const field = places[part.type]?.find((name) => part.childForFieldName(name) !== null);
  const isNamed = part.childForFieldName('index')?.type === 'string';
  return field === undefined || isNamed ? undefined : (part.childForFieldName(field) ?? undefined);
}

/** Whether it holds what is not written as it stands: its grammar has nodes for that alone, but for some functions of C++. */
const hasMarks = (node: Node): boolean =>
  (/[[{?]|^\(/u.test(node.text) && node.descendantsOfType(marked).length > 0) || hands.test(node.text);

/** The receiver of a call. In Go `new(T)` makes a T, as a call of T would: a chain that begins so is written `T()`. */
export function receiverText(node: Node | undefined, { name }: Language): string {
  if (!node) return '';
  if (name === 'kotlin') return kotlinPath(node);
  const text = chainText(node);
  if (!text.startsWith('new(')) return text;
  let begin: Node | null = node;
  while (begin?.firstChild && begin.firstChild.text !== 'new') begin = begin.firstChild;
  const given = begin?.childForFieldName('arguments')?.firstNamedChild?.type ?? '';
  return /^(?:type_identifier|qualified_type)$/u.test(given)
    ? text.replace(/^new\(([\w.]+)\)/u, '$1()')
    : text;
}

const lengthMax = 160;
const pathShape = /^[$@#\w]+(?:\(\))?(?:\.(?:[$@#\w]+(?:\(\))?|\*))*$/;
const literalStart = /^(?:[brfu]{0,2}["'`]|\d|\[|\{|\/|:\w)/i;

/** A module of CommonJS where it is asked for. */
const required = /^require\(["']([^"'()]+)["']\)/u;

/**
 * An expression in the notation of CallReference.receiver: `a?.b(1).c`, `A::b`, `$this->c` become `a.b().c`, `A.b`, `$this.c`.
 * @returns `""` for a literal and the empty string for what cannot be written so
 */
export function receiverPath(expression: string): string {
  const text = expression.trim();
  if (literalStart.test(text)) return '""';
  if (text.length > 4_000) return '';
  const [asked, specifier = ''] = required.exec(text) ?? [];
  if (asked !== undefined && asked.length <= lengthMax) {
    // A path of names has no dots in its names.
    const rest = asked === text ? 'x' : receiverPath(`x${text.slice(asked.length)}`);
    return rest.startsWith('x') ? `require(${specifier.replaceAll('.', ':')})${rest.slice(1)}` : '';
  }
  const dotted = withoutArguments(unwrapped(text))
    // The rest of type arguments: `Vec::<u8>::new()`, `a.collect::<B>()`.
    .replaceAll('::::', '::')
    .replaceAll('::(', '(')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/ ?(?:\?\.|!{1,2}\.|\?->|->|::|\\|\.) ?/g, '.');
  const path = withoutEnd(dotted, '!?.').replace(/^\.+/, '');
  return path.length <= lengthMax && pathShape.test(path) ? path : '';
}

/** Without `await`, `new`, `&`, `*`, `!` and the parentheses around the whole. */
function unwrapped(text: string): string {
  let inner = text;
  for (;;) {
    const next = inner.replace(/^(?:await\s+|new\s+|[&*!]+\s*(?:mut\s+)?)/, '').trim();
    const bare = /^\([^()]*\)$/.test(next) || /^\((?:await|new)\s[^()]*\([^()]*\)\)$/.test(next);
    const stripped = bare ? next.slice(1, -1).trim() : next;
    if (stripped === inner) return inner;
    inner = stripped;
  }
}

const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Arguments become `()`; type arguments, bodies and indexes go, an index leaving a mark that no path has. */
function withoutArguments(text: string): string {
  let out = '';
  const open: string[] = [];
  // Literals hold brackets that open nothing; an apostrophe of Rust begins a lifetime.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\.)'|[^]/gu)) {
    const inType = open.length === 0 || open.at(-1) === '>';
    // Among arguments `<` compares more often than it opens.
    if (token !== '<' ? token in closers : inType) {
      if (open.length === 0) out += token === '(' ? '()' : token === '[' ? '[' : '';
      open.push(closers[token] ?? '');
    } else if (token === open.at(-1) && !(token === '>' && out.endsWith('-'))) {
      open.pop();
    } else if (open.length === 0) {
      out += token;
    }
  }
  return out.replaceAll('().()', '()').replaceAll('()()', '[');
}
