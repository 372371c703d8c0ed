import type { Node, Query } from 'web-tree-sitter';
import type { SymbolKind } from '../file-index.ts';
import { documentedReturn, documentedType } from './documented-type.ts';
import { receiverText } from './receiver-text.ts';
import { unboxed } from './unboxed.ts';

/** A definition as the query found it; a `scope` names what it encloses without being a symbol. */
export interface DefinitionMatch {
  node: Node;
  kind: SymbolKind | 'scope';
  name: string;
  owner: string | null;
  returns: string | null;
  /** The type of a function that it is declared to be. */
  calls: string | null;
  /** The fewest and the most arguments it takes; null for any number, absent where its parameters are no list. */
  parameters?: [number, number | null] | undefined;
}

export interface CallMatch {
  start: number;
  line: number;
  callee: string;
  receiver: string | null;
  /** How many are handed over; absent where that is not to be seen. */
  arguments?: number | undefined;
}

/** From the first to behind the last character. */
export interface Range {
  start: number;
  end: number;
}

/** A type parameter by its bound, null for none, and where it can be named. */
export interface BoundMatch extends Range {
  name: string;
  bound: string | null;
  /** How many come before it in its list; null where it is bounded apart from that. */
  place: number | null;
}

/** A variable, or a field of the class around it, with what the source says of its type. */
export interface BindingMatch {
  start: number;
  name: string;
  isField: boolean;
  /** Whether it is given a value apart from its declaration. */
  isAssigned?: boolean;
  /** Whether it is given a module, or a part of one: imports tell what it is. */
  isImport?: boolean;
  /** `held`: what the object of a method hands to a function that the method takes; the text ends at the method's name. */
  from: 'type' | 'made' | 'copied' | 'valued' | 'held' | 'each' | 'literal' | null;
  text: string;
  /** The ends of the function without a name that it lives in; absent: it lives in the symbol around. */
  within?: Range | undefined;
  /** For a parameter of a function that is handed to a call: the places of the function and of the parameter, as `1.0`. */
  place?: string;
  /** Which part of the value a pattern takes: `=0` from a tuple or list, `=name` from an object. */
  part?: string | undefined;
}

/** What the source says of a function's value, told by what it returns. */
export interface ReturnMatch {
  /** Ends of the function that returns it. */
  start: number;
  end: number;
  from: 'made' | 'copied' | 'literal' | 'type';
  text: string;
}

/** What an object that is written down has from elsewhere: `{ open, close: shut }`. */
export interface HandedMatch extends Range {
  /** The variable that holds the object, or `()` where a function returns it. */
  holder: string;
  alias: string;
  imported: string;
}

/** The declared type of a parameter, or of a parameter of the function that a parameter is: `1.0` is the first one's of the second. */
export interface ParameterMatch {
  start: number;
  place: string;
  type: string;
}

export interface InheritMatch {
  start: number;
  line: number;
  text: string;
  /** The class that has the base, where it is not the one around (Rust). */
  owner: string | null;
}

/** Texts of an import's captures by name. */
export interface ImportMatch {
  line: number;
  texts: ReadonlyMap<string, string>;
}

export interface Matches {
  definitions: DefinitionMatch[];
  calls: CallMatch[];
  bindings: BindingMatch[];
  returns: ReturnMatch[];
  parameters: ParameterMatch[];
  bounds: BoundMatch[];
  handed: HandedMatch[];
  inherits: InheritMatch[];
  imports: ImportMatch[];
  packageName: string | null;
  /** True when time ran out before the query had seen the whole tree. */
  isCut: boolean;
}

const textMax = 4_000;
const kinds = ['class', 'function', 'module', 'scope'] as const;

/**
 * Everything a language's query finds in a tree, sorted by what its captures mean (see Language).
 * @param isLate asked again and again; the search ends when it says so
 */
export function readMatches(query: Query, root: Node, isLate: () => boolean): Matches {
  const definitions = new Map<string, DefinitionMatch>();
  const calls = new Map<number, CallMatch>();
  const matches: Matches = {
    definitions: [],
    calls: [],
    bindings: [],
    returns: [],
    parameters: [],
    bounds: [],
    handed: [],
    inherits: [],
    imports: [],
    packageName: null,
    isCut: false,
  };
  const progressCallback = () => {
    matches.isCut ||= isLate();
    return matches.isCut;
  };
  for (const { captures } of query.matches(root, { progressCallback })) {
    const nodes = new Map(captures.map(({ name, node }) => [name, node]));
    const kind = kinds.find((name) => nodes.has(name));
    if (kind) mergeDefinition(definitions, kind, nodes);
    else if (nodes.has('callee')) addCall(calls, nodes);
    else if (nodes.has('expansion')) addExpansion(calls, nodes.get('expansion'));
    else if (nodes.has('import')) matches.imports.push(importMatch(nodes));
    else if (nodes.has('literal') && nodes.has('imported')) pushFound(matches.handed, handedMatch(nodes));
    else if (nodes.has('returned')) pushFound(matches.returns, returnMatch(nodes));
    else if (nodes.has('bounded')) pushFound(matches.bounds, boundMatch(nodes));
    else if (nodes.has('element')) pushFound(matches.parameters, elementMatch(nodes));
    else if (nodes.has('place')) pushFound(matches.parameters, placeMatch(nodes.get('place')));
    else if (nodes.has('result')) pushFound(matches.parameters, resultMatch(nodes));
    else if (nodes.has('parameter')) pushFound(matches.parameters, parameterMatch(nodes));
    else if (nodes.has('variable') || nodes.has('property')) matches.bindings.push(bindingMatch(nodes));
    else if (nodes.has('inherits')) matches.inherits.push(inheritMatch(nodes));
    else matches.packageName = packageOf(matches.packageName, nodes.get('package'));
  }
  matches.definitions = [...definitions.values()].filter(({ name }) => name !== '');
  matches.calls = [...calls.values()];
  return matches;
}

/** The package of a file; a clause right below another one names a package inside of that, as in Scala. */
function packageOf(outer: string | null, name: Node | undefined): string | null {
  const clause = name?.parent;
  const isInside = clause?.previousNamedSibling?.type === clause?.type && !clause?.childForFieldName('body');
  return outer === null ? textOf(name) : isInside ? `${outer}.${textOf(name)}` : outer;
}

/** Several patterns speak of one definition: one gives the name, another the return type. */
function mergeDefinition(
  definitions: Map<string, DefinitionMatch>,
  kind: DefinitionMatch['kind'],
  nodes: ReadonlyMap<string, Node>,
): void {
  const node = nodes.get(kind);
  if (!node) return;
  const place = `${node.startIndex}:${node.endIndex}:${kind === 'scope'}`;
  const known = definitions.get(place) ?? {
    node,
    kind,
    name: '',
    owner: null,
    returns: null,
    calls: null,
    parameters: kind === 'function' ? parametersOf(node) : undefined,
  };
  // What a function returns is called as it is called.
  const name = nodes.has('result') ? '()' : (textOf(nodes.get('name')) ?? '');
  const owner = textOf(nodes.get('owner'));
  // A module of CommonJS that is a function with a name has that name.
  const own = owner === 'module' && name === 'exports' ? node.childForFieldName('right') : null;
  const ownName = own?.childForFieldName('name')?.text;
  known.name ||= ownName ?? name;
  if (ownName === undefined) known.owner ??= owner;
  known.returns ??= nodes.get('returns')?.text.slice(0, textMax) ?? null;
  known.calls ??= textOf(nodes.get('calls'));
  if (kind === 'function') known.returns ??= documentedReturn(node);
  definitions.set(place, known);
}

function addCall(calls: Map<number, CallMatch>, nodes: ReadonlyMap<string, Node>): void {
  const callee = nodes.get('callee');
  if (!callee) return;
  const receiver = nodes.has('receiver') ? receiverText(nodes.get('receiver')) : null;
  const known = calls.get(callee.startIndex);
  // A module called where it is asked for begins like the call that asks for it.
  if (known && known.callee !== 'require' && (known.receiver !== null || receiver === null)) return;
  calls.set(callee.startIndex, {
    start: callee.startIndex,
    line: callee.startPosition.row + 1,
    callee: textOf(callee) ?? '',
    receiver,
    arguments: argumentsOf(nodes.get('call')),
  });
}

function argumentsOf(call: Node | undefined): number | undefined {
  const list = call?.childForFieldName('arguments');
  return list?.namedChildren.filter(({ type }) => !type.includes('comment')).length;
}

function parametersOf(definition: Node): [number, number | null] | undefined {
  const list = definition.childForFieldName('parameters');
  if (!list) return undefined;
  const parameters = list.namedChildren.filter(({ type }) => /^(?:formal_)?parameter$/u.test(type));
  // A default value, and the object of an extension method of C#.
  const isOptional = (one: Node) => one.children.some(({ type, text }) => type === '=' || text === 'this');
  const hasRest = list.children.some(({ type }) => type === 'spread_parameter' || type === 'params');
  return [parameters.filter((one) => !isOptional(one)).length, hasRest ? null : parameters.length];
}

function pushFound<T>(list: T[], found: T | undefined): void {
  if (found !== undefined) list.push(found);
}

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

function returnMatch(nodes: ReadonlyMap<string, Node>): ReturnMatch | undefined {
  const around = functionAround(nodes.get('returned'));
  const from = (['literal', 'made', 'type'] as const).find((name) => nodes.has(name)) ?? 'copied';
  if (!around) return undefined;
  const text = from === 'literal' ? '()' : (textOf(nodes.get(from)) ?? '');
  return { start: around.startIndex, end: around.endIndex, from, text };
}

/** The innermost function around a node, with or without a name. */
export function functionAround(node: Node | undefined): Node | undefined {
  let around = node ?? null;
  while (around && !functionNodes.has(around.type)) around = around.parent;
  return around ?? undefined;
}

/** Of a variable that stands in no function, only where it stands in nothing else: other files may be handed it. */
function handedMatch(nodes: ReadonlyMap<string, Node>): HandedMatch | undefined {
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
function resultMatch(nodes: ReadonlyMap<string, Node>): ParameterMatch | undefined {
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
function elementMatch(nodes: ReadonlyMap<string, Node>): ParameterMatch | undefined {
  const [node, type] = [nodes.get('element'), textOf(nodes.get('type'))];
  return node && type !== null ? { start: node.startIndex, place: `=${placeOf(node)}`, type } : undefined;
}

/** A field of a struct that has no names for them. */
function placeMatch(node: Node | undefined): ParameterMatch | undefined {
  const list = node?.parent;
  if (!node || list?.parent?.type !== 'struct_item') return undefined;
  const types = list.childrenForFieldName('type').filter((one) => one !== null);
  const place = types.findIndex(({ id }) => id === node.id);
  return { start: node.startIndex, place: `${place}`, type: node.text };
}

function parameterMatch(nodes: ReadonlyMap<string, Node>): ParameterMatch | undefined {
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

/** What a macro stands for is no tree: its calls are the names before parentheses. */
function addExpansion(calls: Map<number, CallMatch>, node: Node | undefined): void {
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

function bindingMatch(nodes: ReadonlyMap<string, Node>): BindingMatch {
  const node = nodes.get('property') ?? nodes.get('variable');
  // What it is declared to be tells more than what it is given.
  const declared = node && !nodes.has('type') ? ownDeclaredType(node) : null;
  const from =
    declared !== null
      ? 'type'
      : ((['type', 'made', 'copied', 'valued', 'each', 'literal'] as const).find((name) => nodes.has(name)) ??
        null);
  const documented = from === null && node ? documentedType(node) : null;
  const handed = from === null && node && documented === null ? handedTo(node) : undefined;
  const narrowed = nodes.get('within');
  const within = narrowed
    ? rangeOf(narrowed)
    : node && !nodes.has('property')
      ? anonymousAround(node)
      : undefined;
  if (handed)
    return { start: node?.startIndex ?? 0, name: textOf(node) ?? '', isField: false, within, ...handed };
  return {
    start: node?.startIndex ?? 0,
    within,
    name: textOf(node) ?? '',
    isField: nodes.has('property'),
    isAssigned: nodes.has('assigned'),
    isImport: node !== undefined && isImported(node),
    from: documented === null ? from : 'type',
    text: documented ?? declared ?? givenText(from, node, nodes),
    part: node && (from === 'made' || from === 'copied') ? takenPart(node) : undefined,
  };
}

/** What it is given, as it is written; an object that is written down is known by the name that it is given to. */
function givenText(
  from: BindingMatch['from'],
  name: Node | undefined,
  nodes: ReadonlyMap<string, Node>,
): string {
  if (from === null) return '';
  return from === 'literal' ? (textOf(name) ?? '') : (textOf(unboxed(nodes.get(from))) ?? '') + ofRest(name);
}

/** The parameter of Java that takes the rest of the arguments is an array of its type. */
const ofRest = (name: Node | undefined): string =>
  name?.parent?.parent?.type === 'spread_parameter' ? '[]' : '';

/** The type that stands beside the name of a variable. */
function ownDeclaredType(name: Node): string | null {
  const declarator = name.parent?.type === 'variable_declarator' ? name.parent : null;
  const isName = declarator?.childForFieldName('name')?.id === name.id;
  return isName ? textOf(declarator?.childForFieldName('type') ?? undefined) : null;
}

const destructuringNodes = /^(?:pair_pattern|object_pattern|object_assignment_pattern)$/u;

/** Whether a variable of JavaScript is given what `require` or `import` brings, or a part of it. */
function isImported(name: Node): boolean {
  let holder = name.parent;
  while (holder && destructuringNodes.test(holder.type)) holder = holder.parent;
  if (holder?.type !== 'variable_declarator') return false;
  let value = holder.childForFieldName('value');
  while (value && value.childCount > 0)
    value = value.type === 'await_expression' ? value.firstNamedChild : value.firstChild;
  return value?.type === 'import' || value?.text === 'require';
}

const rangeOf = ({ startIndex, endIndex }: Node): Range => ({ start: startIndex, end: endIndex });

const listPatterns = /^(?:pattern_list|tuple_pattern|array_pattern)$/u;

/** What of the value on the right a name in a pattern is given. */
function takenPart(name: Node): string | undefined {
  const value = name.parent?.childForFieldName('value');
  if (value?.type === 'subscript_expression') return `=${value.childForFieldName('index')?.text ?? ''}`;
  const pair = name.parent?.type === 'pair_pattern' ? name.parent : null;
  const pattern = (pair ?? name).parent;
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
function anonymousAround(node: Node): Range | undefined {
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

function boundMatch(nodes: ReadonlyMap<string, Node>): BoundMatch | undefined {
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

/** A method of an object literal, which is a symbol only where a variable holds the object. */
const isMethodOfObject = ({ type, parent }: Node): boolean =>
  type === 'method_definition' && parent?.type === 'object';

const functionValues = /^(?:arrow_function|function_expression)$/u;

/** What a function is handed to, or declared as, seen from a parameter without a type: what it declares types the parameter. */
function handedTo(name: Node): Pick<BindingMatch, 'from' | 'text' | 'place'> | undefined {
  if (name.parent?.type === 'closure_parameters') return heldBy(name.parent);
  const { pattern, part } = takenFromParameter(name);
  const parameter = pattern.parent?.type === 'required_parameter' ? pattern.parent : pattern;
  const annotation = part === '' ? null : parameter.childForFieldName('type');
  const inline = annotation && memberType(annotation, part.slice(2));
  if (inline) return { from: 'type', text: textOf(inline) ?? '' };
  const type = textOf(annotation ?? undefined);
  if (type !== null) return { from: 'type', text: type, place: part.slice(1) };
  const list = parameter.parent;
  const isOnly = list?.type === 'arrow_function' && parameter === name;
  const handed = isOnly ? list : list?.type === 'formal_parameters' ? list.parent : null;
  if (!handed || !(functionValues.test(handed.type) || isMethodOfObject(handed))) return undefined;
  const own = `${isOnly ? '0' : placeOf(parameter)}${part}`;
  const { value, path } = objectAround(handed);
  const declared = textOf(declaredType(value));
  if (declared !== null) return { from: 'type', text: declared, place: path + own };
  if (value.parent?.type !== 'arguments') return undefined;
  const text = textOf(value.parent.parent?.childForFieldName('function') ?? undefined);
  return text === null ? undefined : { from: 'made', text, place: `${placeOf(value)}.${path}${own}` };
}

/** The type of a member of a type that is written where it is used: `{ store }: { store: Store }`. */
function memberType(annotation: Node, name: string): Node | null {
  const type = annotation.firstNamedChild;
  if (type?.type !== 'object_type') return null;
  const member = type.namedChildren.find((one) => one.childForFieldName('name')?.text === name);
  return member?.childForFieldName('type') ?? null;
}

/** The pattern of a parameter that a name is taken from, and which part it takes; the name itself where it is the parameter. */
function takenFromParameter(name: Node): { pattern: Node; part: string } {
  const pair = name.parent?.type === 'pair_pattern' ? name.parent : null;
  const pattern = (pair ?? name).parent;
  if (pattern?.type !== 'object_pattern') return { pattern: name, part: '' };
  const key = pair ? (pair.childForFieldName('key')?.text ?? '') : name.text;
  return { pattern, part: `.=${key}` };
}

/** The outermost object literal around a function, and the names that lead from it to the function: `=hooks.=open.`. */
function objectAround(handed: Node): { value: Node; path: string } {
  let [value, path] = [handed, ''];
  for (;;) {
    const pair = value.parent?.type === 'pair' ? value.parent : null;
    const named = isMethodOfObject(value) ? value.childForFieldName('name') : pair?.childForFieldName('key');
    const holder = (pair ?? value).parent;
    if (named?.type !== 'property_identifier' || holder?.type !== 'object') return { value, path };
    path = `=${named.text}.${path}`;
    value = holder;
  }
}

const ofHeld = /^(?:map|and_then|inspect|is_some_and|is_ok_and|is_none_or|filter|map_or)$/u;

/** The parameter of a closure of Rust is what an `Option` or `Result` holds, where a method of theirs takes the closure. */
function heldBy(parameters: Node): Pick<BindingMatch, 'from' | 'text'> | undefined {
  const call = parameters.parent?.parent?.parent;
  const called = call?.type === 'call_expression' ? call.childForFieldName('function') : null;
  const [held, method] = [called?.childForFieldName('value'), called?.childForFieldName('field')];
  if (!held || !method || parameters.namedChildCount !== 1 || !ofHeld.test(method.text)) return undefined;
  return { from: 'held', text: `${textOf(held) ?? ''}.${method.text}` };
}

/** What a variable that holds a function, or a function that returns it, is declared to be or to return. */
function declaredType(held: Node): Node | undefined {
  const holder = held.parent;
  if (holder?.type === 'variable_declarator') return holder.childForFieldName('type') ?? undefined;
  if (holder?.type === 'arrow_function') return holder.childForFieldName('return_type') ?? undefined;
  if (holder?.type !== 'return_statement') return undefined;
  let around = holder.parent;
  while (around && !functionNodes.has(around.type)) around = around.parent;
  return around?.childForFieldName('return_type') ?? undefined;
}

/** How many come before it in its list. */
function placeOf(node: Node): string {
  const siblings = node.parent?.namedChildren.filter(({ type }) => type !== 'comment') ?? [];
  return `${siblings.findIndex(({ id }) => id === node.id)}`;
}

function inheritMatch(nodes: ReadonlyMap<string, Node>): InheritMatch {
  const node = nodes.get('inherits');
  return {
    start: node?.startIndex ?? 0,
    line: (node?.startPosition.row ?? 0) + 1,
    text: textOf(node) ?? '',
    owner: textOf(nodes.get('owner')),
  };
}

function importMatch(nodes: ReadonlyMap<string, Node>): ImportMatch {
  const texts = new Map(
    [...nodes].filter(([name]) => name !== 'import').map(([name, node]) => [name, node.text]),
  );
  return { line: (nodes.get('import')?.startPosition.row ?? 0) + 1, texts };
}

/** Text of a node; null for one too long to be a name or a type, since copying nested ones out is quadratic. */
function textOf(node: Node | undefined): string | null {
  return node && node.endIndex - node.startIndex <= textMax ? node.text : null;
}
