import type { Node } from 'web-tree-sitter';
import { anonymousAround } from './around.ts';
import type { BindingMatch } from './match.ts';
import type { Language } from '../../languages/language.ts';
import { kotlinPath } from '../kotlin-path.ts';
import { receiverText } from '../receiver.ts';
import { placeOf, rangeOf, textOf } from './node-text.ts';

const boxes = new Set('Arc Box Cell ManuallyDrop Mutex Pin Rc RefCell RwLock'.split(' '));

/** In Rust a box is used as what stands in it. */
function unboxed(value: Node | undefined): Node | undefined {
  const given = value?.type === 'call_expression' ? value.childForFieldName('arguments') : null;
  const [made, box = ''] = (value?.childForFieldName('function')?.text ?? '').split('::').toReversed();
  const isBox = given?.namedChildCount === 1 && made === 'new' && boxes.has(box);
  return isBox && given.firstNamedChild ? unboxed(given.firstNamedChild) : value;
}

export function bindingMatch(nodes: ReadonlyMap<string, Node>, language: Language): BindingMatch {
  const isField = nodes.has('property');
  const node = nodes.get('property') ?? nodes.get('variable');
  // The parent of a node is looked for from the root on, and of a field with its type nothing else is asked.
  const parent = (isField && nodes.has('type') ? null : node?.parent) ?? null;
  // A declared type tells more than the value.
  const declared = node && !nodes.has('type') ? ownDeclaredType(node, parent) : null;
  const from =
    declared !== null
      ? 'type'
      : ((['type', 'made', 'copied', 'valued', 'each', 'literal'] as const).find((name) => nodes.has(name)) ??
        null);
  const narrowed = nodes.get('within');
  const within = narrowed ? rangeOf(narrowed) : parent && !isField ? anonymousAround(parent) : undefined;
  return {
    start: node?.startIndex ?? 0,
    within,
    name: textOf(node) ?? '',
    isField,
    isAssigned: nodes.has('assigned'),
    isImport: isField ? undefined : () => isImported(parent),
    from,
    text: declared ?? givenText(from, nodes, language),
    part:
      node && (from === 'made' || from === 'copied' ? takenPart(node, parent) : placeInBinding(node, parent)),
  };
}

/** Functions of Kotlin that run a block for their object, that hand it over, and that hand over what it holds. */
const runs = /^(?:apply|run|with)$/u;
const hands = /^(?:also|let|takeIf|takeUnless|use)$/u;
const handsEach =
  /^(?:all|any|associate(?:By|With)?|count|dropWhile|filter(?:Not)?|find|first(?:OrNull)?|flatMap|forEach|groupBy|last(?:OrNull)?|map(?:NotNull)?|maxBy(?:OrNull)?|minBy(?:OrNull)?|none|onEach|partition|single(?:OrNull)?|sortedBy(?:Descending)?|sumOf|takeWhile)$/u;

/** The object of a block, or its only parameter, which may have no name. */
export function blockMatch(nodes: ReadonlyMap<string, Node>): BindingMatch | undefined {
  const [block, by] = [nodes.get('lambda'), nodes.get('by')?.text ?? ''];
  if (!block) return undefined;
  const [first, ...others] =
    block.namedChildren.find(({ type }) => type === 'lambda_parameters')?.namedChildren ?? [];
  const name = runs.test(by) ? 'this' : (first?.firstNamedChild?.text ?? 'it');
  const isKnown = others.length === 0 && first?.type !== 'multi_variable_declaration';
  const from = !isKnown
    ? null
    : handsEach.test(by)
      ? 'each'
      : runs.test(by) || hands.test(by)
        ? 'valued'
        : null;
  const text = kotlinPath(nodes.get('object'));
  return { start: block.startIndex, name, isField: false, from, text, within: rangeOf(block) };
}

/** The given value, as it is written; an object that is written down is known by the name that it is given to. */
function givenText(from: BindingMatch['from'], nodes: ReadonlyMap<string, Node>, language: Language): string {
  if (from === null) return '';
  if (from === 'valued') return receiverText(unboxed(nodes.get(from)), language);
  return from === 'literal'
    ? (textOf(nodes.get('property') ?? nodes.get('variable')) ?? '')
    : (textOf(unboxed(nodes.get(from))) ?? '') + (nodes.has('rest') ? '[]' : '');
}

/** The type that stands beside the name of a variable. */
function ownDeclaredType(name: Node, parent: Node | null): string | null {
  const declarator = parent?.type === 'variable_declarator' ? parent : null;
  const isName = declarator?.childForFieldName('name')?.id === name.id;
  return isName ? textOf(declarator?.childForFieldName('type') ?? undefined) : null;
}

const destructuringNodes = /^(?:pair_pattern|object_pattern|object_assignment_pattern)$/u;

/** Whether a variable of JavaScript is given what `require` or `import` brings, or a part of it. */
function isImported(parent: Node | null): boolean {
  let holder = parent;
  while (holder && destructuringNodes.test(holder.type)) holder = holder.parent;
  if (holder?.type !== 'variable_declarator') return false;
  let value = holder.childForFieldName('value');
  while (value && value.childCount > 0)
    value = value.type === 'await_expression' ? value.firstNamedChild : value.firstChild;
  return value?.type === 'import' || value?.text === 'require';
}

const placeInBinding = (name: Node, parent: Node | null): string | undefined =>
  parent?.type === 'structured_binding_declarator' ? `=${placeOf(name)}` : undefined;

const listPatterns = /^(?:pattern_list|tuple_pattern|array_pattern)$/u;

/** The part of the value on the right that a name in a pattern is given. */
function takenPart(name: Node, parent: Node | null): string | undefined {
  const value = parent?.childForFieldName('value');
  if (value?.type === 'subscript_expression') return `=${value.childForFieldName('index')?.text ?? ''}`;
  if (parent?.type === 'expression_list') return goResult(name, parent);
  const pair = parent?.type === 'pair_pattern' ? parent : null;
  const pattern = pair ? pair.parent : parent;
  if (!pattern || !/^(?:variable_declarator|assignment)$/u.test(pattern.parent?.type ?? '')) return undefined;
  if (pattern.type === 'object_pattern')
    return `=${pair ? (pair.childForFieldName('key')?.text ?? '') : name.text}`;
  if (!listPatterns.test(pattern.type)) return undefined;
  // Places may be left out, so commas count.
  const before = pattern.children.filter(
    ({ type, startIndex }) => type === ',' && startIndex < name.startIndex,
  );
  return `=${before.length}`;
}

/** Which of the results of a call of Go a variable takes, where there are several. */
const goResult = (name: Node, list: Node): string | undefined =>
  list.namedChildCount > 1 ? `=${list.namedChildren.findIndex(({ id }) => id === name.id)}` : undefined;
