import type { Node } from 'web-tree-sitter';
import { isCollection, typeName } from './type-name.ts';

/** Operators, by the functions of Kotlin that they call. */
const operators: Readonly<Record<string, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'div',
  '%': 'rem',
  '..': 'rangeTo',
};
/** Types of what is written down. */
const literals: Readonly<Record<string, string>> = {
  string_literal: 'String()',
  multiline_string_literal: 'String()',
  character_literal: 'Char()',
};
/** Names for the grammar, which say nothing of an object. */
const values = /^(?:null|true|false)$/u;
const depthMax = 60;

/**
 * An expression of Kotlin as the path to its value: `(a / b) as Store` is `Store()`, of branches the first one counts, and a call
 * with a type argument has that behind its name, `get#Store()`.
 */
export function kotlinPath(node: Node | null | undefined, depth = 0): string {
  if (!node || depth > depthMax) return '';
  const inner = (one: Node | null | undefined) => kotlinPath(one, depth + 1);
  const [first, ...others] = node.namedChildren.filter(({ type }) => !type.endsWith('comment'));
  const last = others.at(-1) ?? first;
  switch (node.type) {
    case 'identifier':
      return values.test(node.text) ? '' : named(node.text);
    case 'this_expression':
    case 'super_expression':
      return node.text;
    case 'call_expression': {
      const called = inner(first);
      // A block is an argument behind the others.
      return called === '' || (first?.type === 'call_expression' && last?.type === 'annotated_lambda')
        ? called
        : `${called}()`;
    }
    case 'navigation_expression': {
      const path = inner(first);
      const isReference = node.children.some(({ type }) => type === '::') && last?.text !== 'class';
      if (isReference) return /^[A-Z]/u.test(path) ? 'KProperty1()' : 'KProperty0()';
      return path === '' ? '' : `${path}.${inner(last)}`;
    }
    case 'infix_expression': {
      const path = inner(first);
      return path === '' ? '' : `${path}.${named(others[0]?.text ?? '')}()`;
    }
    case 'binary_expression': {
      const operator = node.childForFieldName('operator')?.text ?? node.child(1)?.text ?? '';
      const path = inner(first);
      if (operator === '?:' || path === '') return path;
      return operator in operators ? `${path}.${operators[operator]}()` : '';
    }
    case 'as_expression':
      return made(last?.text ?? '');
    case 'index_expression': {
      const path = inner(first);
      return path === '' ? '' : `${path}.*`;
    }
    case 'unary_expression':
      return node.child(0)?.isNamed ? inner(first) : '';
    case 'if_expression':
      return inner(others[0]);
    case 'when_expression':
      return inner(others.find(({ type }) => type === 'when_entry'));
    case 'parenthesized_expression':
    case 'try_expression':
      return inner(first);
    case 'block':
    case 'getter':
    case 'function_body':
    case 'when_entry':
      return inner(last);
    case 'property_delegate': {
      const [called, block] = first?.type === 'call_expression' ? first.namedChildren : [];
      const value = inner(first);
      // The value of a block that is run once, or an object of the type that the delegate is given.
      if (called?.text.startsWith('lazy')) return inner(block?.firstNamedChild?.lastNamedChild);
      return value.includes('#') ? value : '';
    }
    case 'object_literal':
      return made(first?.text ?? '');
    case 'number_literal':
      return /^[\d_]+L$/u.test(node.text) ? 'Long()' : /^[\d_]+$/u.test(node.text) ? 'Int()' : 'Double()';
    default:
      return literals[node.type] ?? (node.namedChildCount === 0 ? node.text : '');
  }
}

/** A name with its type argument, where it has one that is a class. */
function named(text: string): string {
  const open = text.indexOf('<');
  if (open < 0) return text;
  const [name, given] = [text.slice(0, open), text.slice(open + 1, -1)];
  const type = typeName(given, false);
  return type === null || isCollection(type) || given.includes(',')
    ? name
    : `${name}#${type.replaceAll('.', '$')}`;
}

/** An object of a type, as a call that makes it. */
function made(type: string): string {
  const name = typeName(type.replace(/\s?\(.*/su, ''));
  return name === null || isCollection(name) ? '' : `${name}()`;
}
