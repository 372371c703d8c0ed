import type { Node } from 'web-tree-sitter';
import type { Range } from './match.ts';

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

/** Where the names of a pattern of Rust are seen, by what it is the pattern of. */
const patternNodes = new Map<string, (node: Node) => Range | undefined>([
  ['let_declaration', (node) => ({ start: node.endIndex, end: node.parent?.endIndex ?? node.endIndex })],
  ['let_condition', (node) => ({ start: node.endIndex, end: tested(node).endIndex })],
  ['match_arm', ({ startIndex, endIndex }) => ({ start: startIndex, end: endIndex })],
  ['for_expression', (node) => ({ start: bodyStart(node), end: node.endIndex })],
]);

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
 */
export function anonymousAround(node: Node): Range | undefined {
  for (
    let at = node.parent;
    at && (isMethodOfObject(at) || anonymousNodes.has(at.type) || !declarationNodes.test(at.type));
    at = at.parent
  ) {
    const block = patternNodes.get(at.type)?.(at);
    if (block) return block;
    // A block is a function in Ruby alone, where it has parameters or stands after a call.
    const isFunction = anonymousNodes.has(at.type) && (at.type !== 'block' || at.parent?.type === 'call');
    if (isFunction || isMethodOfObject(at)) return { start: at.startIndex, end: at.endIndex };
  }
  return undefined;
}

/** A method of an object literal, which is a symbol only where a variable holds the object. */
const isMethodOfObject = ({ type, parent }: Node): boolean =>
  type === 'method_definition' && parent?.type === 'object';
