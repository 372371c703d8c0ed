import type { Node, Tree } from 'web-tree-sitter';
import type { Range } from './match.ts';
import { rangeOf } from './node-text.ts';

const functionNodes = new Set([
  'arrow_function',
  'function_expression',
  'function_declaration',
  'generator_function',
  'method_definition',
  'function_definition',
  'lambda',
  'method',
  'singleton_method',
  'block',
  'do_block',
]);

/** The innermost function around a node, with or without a name. */
export function functionAround(node: Node | undefined): Node | undefined {
  let around = node ?? null;
  while (around && !functionNodes.has(around.type)) around = around.parent;
  return around ?? undefined;
}

const anonymousNodes = new Set([
  'arrow_function',
  'function_expression',
  'func_literal',
  'lambda_expression',
  'closure_expression',
  'lambda',
  'anonymous_function',
  'block',
  'do_block',
]);

/** Where the names of a pattern of Rust, and of a declaration of C++, are seen, by what it is the pattern of. */
const patternNodes = new Map<string, (node: Node) => Range | undefined>([
  ['let_declaration', (node) => ({ start: node.endIndex, end: node.parent?.endIndex ?? node.endIndex })],
  ['let_condition', (node) => ({ start: node.endIndex, end: tested(node).endIndex })],
  ['match_arm', ({ startIndex, endIndex }) => ({ start: startIndex, end: endIndex })],
  ['declaration', (node) => toEndOfBlock(node, node.parent)],
  ['condition_clause', (node) => rangeOf(node.parent ?? node)],
  ['for_range_loop', rangeOf],
  ['for_expression', (node) => ({ start: bodyStart(node), end: node.endIndex })],
]);

const toEndOfBlock = ({ startIndex: start }: Node, block: Node | null): Range | undefined =>
  block && /^(?:compound|for)_statement$/u.test(block.type) ? { start, end: block.endIndex } : undefined;

function tested(condition: Node): Node {
  let at = condition;
  while (at.parent && !/^(?:if|while)_expression$|^match_arm$/u.test(at.type)) at = at.parent;
  return at;
}

function bodyStart(loop: Node): number {
  return loop.childForFieldName('body')?.startIndex ?? loop.startIndex;
}

const declarationNodes =
  /(?:function|method|class|module|constructor)(?:_definition|_declaration|_item)?$|^program$|^source_file$/;

/**
 * A variable of a function without a name is none of the function around, which may have one of the same name; in Rust each
 * `let` hides those before it, up to the end of its block.
 * @param parent of the variable's name
 */
export function anonymousAround(parent: Node): Range | undefined {
  const known = rangesOf.get(parent.tree) ?? new Map<number, Range | null>();
  rangesOf.set(parent.tree, known);
  const passed: number[] = [];
  let found: Range | null | undefined;
  for (let at: Node | null = parent; at && found === undefined; at = at.parent) {
    found = known.get(at.id) ?? rangeAt(at);
    passed.push(at.id);
  }
  for (const id of passed) known.set(id, found ?? null);
  return found ?? undefined;
}

/** By the id of what is around a variable: a parent is looked for from the root on. */
const rangesOf = new WeakMap<Tree, Map<number, Range | null>>();

/** @returns null where a declaration is around, undefined where something else is that hides nothing */
function rangeAt(at: Node): Range | null | undefined {
  const { type } = at;
  const isMethod = isMethodOfObject(at);
  if (!isMethod && !anonymousNodes.has(type) && declarationNodes.test(type)) return null;
  const block = patternNodes.get(type)?.(at);
  if (block) return block;
  // A block is a function in Ruby alone, where it has parameters or stands after a call.
  const isFunction = anonymousNodes.has(type) && (type !== 'block' || at.parent?.type === 'call');
  return isFunction || isMethod ? rangeOf(at) : undefined;
}

/** A method of an object literal, which is a symbol only where a variable holds the object. */
const isMethodOfObject = (node: Node): boolean =>
  node.type === 'method_definition' && node.parent?.type === 'object';
