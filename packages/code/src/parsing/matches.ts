import type { Node, Query } from 'web-tree-sitter';
import type { SymbolKind } from '../file-index.ts';

/** A definition as the query found it; a `scope` names what it encloses without being a symbol. */
export interface DefinitionMatch {
  node: Node;
  kind: SymbolKind | 'scope';
  name: string;
  owner: string | null;
  returns: string | null;
}

export interface CallMatch {
  start: number;
  line: number;
  callee: string;
  receiver: string | null;
}

/** A variable, or a field of the class around it, with what the source says of its type. */
export interface BindingMatch {
  start: number;
  name: string;
  isField: boolean;
  from: 'type' | 'made' | 'copied' | null;
  text: string;
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
    else if (nodes.has('import')) matches.imports.push(importMatch(nodes));
    else if (nodes.has('variable') || nodes.has('property')) matches.bindings.push(bindingMatch(nodes));
    else if (nodes.has('inherits')) matches.inherits.push(inheritMatch(nodes));
    else matches.packageName ??= textOf(nodes.get('package'));
  }
  matches.definitions = [...definitions.values()].filter(({ name }) => name !== '');
  matches.calls = [...calls.values()];
  return matches;
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
  const known = definitions.get(place) ?? { node, kind, name: '', owner: null, returns: null };
  known.name ||= textOf(nodes.get('name')) ?? '';
  known.owner ??= textOf(nodes.get('owner'));
  known.returns ??= textOf(nodes.get('returns'));
  definitions.set(place, known);
}

function addCall(calls: Map<number, CallMatch>, nodes: ReadonlyMap<string, Node>): void {
  const callee = nodes.get('callee');
  if (!callee) return;
  const receiver = nodes.has('receiver') ? (textOf(nodes.get('receiver')) ?? '') : null;
  const known = calls.get(callee.startIndex);
  if (known && (known.receiver !== null || receiver === null)) return;
  calls.set(callee.startIndex, {
    start: callee.startIndex,
    line: callee.startPosition.row + 1,
    callee: textOf(callee) ?? '',
    receiver,
  });
}

function bindingMatch(nodes: ReadonlyMap<string, Node>): BindingMatch {
  const node = nodes.get('property') ?? nodes.get('variable');
  const from = (['type', 'made', 'copied'] as const).find((name) => nodes.has(name)) ?? null;
  return {
    start: node?.startIndex ?? 0,
    name: textOf(node) ?? '',
    isField: nodes.has('property'),
    from,
    text: from ? (textOf(nodes.get(from)) ?? '') : '',
  };
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
