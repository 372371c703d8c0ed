import type { Node, Query } from 'web-tree-sitter';
import type { Language } from '../../languages/language.ts';
import { addCall, addExpansion, boundMatch, placeMatch, handedMatch, returnMatch } from './add-call.ts';
import { bindingMatch, blockMatch } from './binding-match.ts';
import { importMatch, type Clauses } from './import-match.ts';
import type { CallMatch, DefinitionMatch, InheritMatch, Matches, ValueMatch } from './match.ts';
import { textMax, textOf } from './node-text.ts';

const kinds = ['class', 'function', 'module', 'scope'] as const;
/** Captures of what has a value, by the kind that it is. */
const VALUE_KINDS = {
  constant: 'constant',
  member: 'property',
  typedef: 'type',
  route: 'route',
  key: 'key',
} as const;
const VALUE_CAPTURES = Object.keys(VALUE_KINDS) as (keyof typeof VALUE_KINDS)[];

/**
 * Everything queries of a language find in a tree, sorted by what their captures mean (see Language).
 * @param isLate asked again and again; the search ends when it says so
 */
export function readMatches(
  queries: readonly Query[],
  root: Node,
  { language, isLate }: { language: Language; isLate: () => boolean },
): Matches {
  const definitions = new Map<string, DefinitionMatch>();
  const calls = new Map<number, CallMatch>();
  const clauses: Clauses = new Map();
  const matches: Matches = {
    definitions: [],
    values: [],
    calls: [],
    bindings: [],
    returns: [],
    places: [],
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
  for (const { captures } of queries.flatMap((query) => query.matches(root, { progressCallback }))) {
    const nodes = new Map(captures.map(({ name, node }) => [name, node]));
    const kind = kinds.find((name) => nodes.has(name));
    const valued = VALUE_CAPTURES.find((name) => nodes.has(name));
    if (kind) mergeDefinition(definitions, kind, nodes);
    else if (valued) pushFound(matches.values, valueMatch(valued, nodes));
    else if (nodes.has('callee')) addCall(calls, nodes, language);
    else if (nodes.has('expansion')) addExpansion(calls, nodes.get('expansion'));
    else if (nodes.has('import')) pushFound(matches.imports, importMatch(nodes, clauses));
    else if (nodes.has('literal') && nodes.has('imported')) pushFound(matches.handed, handedMatch(nodes));
    else if (nodes.has('returned')) pushFound(matches.returns, returnMatch(nodes, language));
    else if (nodes.has('bounded')) pushFound(matches.bounds, boundMatch(nodes));
    else if (nodes.has('place')) pushFound(matches.places, placeMatch(nodes.get('place')));
    else if (nodes.has('variable') || nodes.has('property'))
      matches.bindings.push(bindingMatch(nodes, language));
    else if (nodes.has('lambda')) pushFound(matches.bindings, blockMatch(nodes));
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
  // The result of a function is called as it is called.
  const name = nodes.has('result') ? '()' : (textOf(nodes.get('name')) ?? '');
  const owner = textOf(nodes.get('owner'));
  // A module of CommonJS that is a function with a name has that name.
  const own = owner === 'module' && name === 'exports' ? node.childForFieldName('right') : null;
  const ownName = own?.childForFieldName('name')?.text;
  // A test of C++ has the name of the macro in one pattern, and its own in the other.
  known.name = nodes.has('_macro') ? name : known.name || (ownName ?? name);
  if (ownName === undefined) known.owner ??= owner;
  known.returns ??= nodes.get('returns')?.text.slice(0, textMax) ?? null;
  known.calls ??= textOf(nodes.get('calls'));
  definitions.set(place, known);
}

function valueMatch(
  capture: keyof typeof VALUE_KINDS,
  nodes: ReadonlyMap<string, Node>,
): ValueMatch | undefined {
  const [node, name] = [nodes.get(capture), textOf(nodes.get('name'))];
  if (!node || name === null) return undefined;
  return {
    node,
    kind: VALUE_KINDS[capture],
    name,
    owner: textOf(nodes.get('owner')),
    value: nodes.get('value') ?? null,
    verb: textOf(nodes.get('_verb')) ?? '',
  };
}

function parametersOf(definition: Node): [number, number | null] | undefined {
  // In C++ they stand in the declarator, within those of a pointer or reference.
  let holder: Node | null = definition;
  while (holder && !holder.childForFieldName('parameters'))
    holder =
      holder.childForFieldName('declarator') ??
      (holder.type === 'reference_declarator' ? holder.namedChild(0) : null);
  const list =
    holder?.childForFieldName('parameters') ??
    definition.namedChildren.find(({ type }) => type === 'function_value_parameters');
  if (!list) return undefined;
  const parameters = list.namedChildren.filter(
    (one) =>
      /^(?:formal_parameter|parameter|(?:optional_)?parameter_declaration)$/u.test(one.type) &&
      one.text !== 'void',
  );
  // Apart from its class a method of C++ does not repeat its default values.
  const isApart = holder?.childForFieldName('declarator')?.type === 'qualified_identifier';
  // A default value, and the object of an extension method of C#.
  const isRest = (one: Node | null) => one?.type === 'parameter_modifiers' && /\bvararg\b/u.test(one.text);
  const isOptional = (one: Node) =>
    isApart ||
    one.nextSibling?.type === '=' ||
    isRest(one.previousSibling) ||
    one.children.some(({ type, text }) => type === '=' || text === 'this');
  const hasRest = list.children.some(
    (one) => isRest(one) || /^(?:spread_parameter|params|\.\.\.|variadic_.+)$/u.test(one.type),
  );
  return [parameters.filter((one) => !isOptional(one)).length, hasRest ? null : parameters.length];
}

function pushFound<T>(list: T[], found: T | undefined): void {
  if (found !== undefined) list.push(found);
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
