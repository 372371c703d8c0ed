import type { Node } from 'web-tree-sitter';
import { type CodeSymbol, conditionField } from '../file-index.ts';
import type { Language } from '../languages/language.ts';
import { bodyOf, valueOf, conditionOf } from './symbol-tree-parts.ts';
import { boundedText } from './bounds.ts';
import { docHead } from './doc-head.ts';
import { functionAround } from './matches/around.ts';
import type { DefinitionMatch } from './matches/match.ts';
import { isCollection, typeName } from './type-name.ts';

const nameMax = 200;
const signatureMax = 300;

/** A symbol with its place in the source, which finds the symbol around any position. */
export interface PlacedSymbol {
  symbol: CodeSymbol;
  node: Node;
  start: number;
  end: number;
}

export interface SymbolTreeOptions {
  /** The symbol of the file itself. */
  file: CodeSymbol;
  source: string;
  language: Language;
}

interface Container {
  qualifiedName: string;
  /** The class that what stands directly inside belongs to. */
  className: string | null;
  key: string;
  end: number;
  isFunction: boolean;
}

/**
 * The symbols of a file, in source order, nested as they stand, methods under their class.
 */
export function symbolTree(
  definitions: readonly DefinitionMatch[],
  { file, source, language }: SymbolTreeOptions,
): PlacedSymbol[] {
  const isOfC = language.family === 'c';
  const ordered = [...definitions].sort(
    (a, b) => a.node.startIndex - b.node.startIndex || b.node.endIndex - a.node.endIndex,
  );
  const implemented = withoutOverloads(ordered);
  const classNames = new Set(
    ordered.filter(({ kind }) => kind === 'class').map(({ name }) => plainName(name)),
  );
  const ordinals = new Map<string, number>();
  const open: Container[] = [
    { qualifiedName: '', className: null, key: file.key, end: Number.POSITIVE_INFINITY, isFunction: false },
  ];
  const placed: PlacedSymbol[] = [];
  const nameless = new Set<number>();
  for (const definition of implemented) {
    const { node, kind } = definition;
    const enter = (container: Omit<Container, 'end'>) => open.push({ ...container, end: node.endIndex });
    if (nameless.size > 0 && nameless.has(node.parent?.id ?? 0)) continue;
    while ((open.at(-1)?.end ?? 0) <= node.startIndex) open.pop();
    // No function of C stands in another: where it seems to, conditional code or a macro left a brace open.
    const isFlat = isOfC && kind === 'function';
    const around = open.findLast((one) => !(isFlat && one.isFunction));
    if (!around) break;
    if (kind === 'scope' && definition.name === '()') {
      // The function that is returned by one without a name has none either.
      if (around.isFunction && functionAround(node)?.endIndex === around.end)
        enter({ ...around, qualifiedName: `${around.qualifiedName}()`, className: null });
      else nameless.add(node.id);
      continue;
    }
    // The prototype of a constructor belongs to the constructor.
    const isPrototype = kind === 'scope' && definition.name.endsWith('.prototype');
    const written = plainName(definition.name).replace(/\.prototype$/, '');
    // A member of a nested class of C++ names both classes before itself, with their type parameters, and so does a namespace.
    const nested = isOfC ? written.lastIndexOf('.') : -1;
    const name = boundedText(written.slice(nested + 1), nameMax);
    const apart = [definition.owner ?? [], nested > 0 ? written.slice(0, nested) : []].flat().join('.');
    // The owner is what stands before its type arguments, also where that only holds a value: `fun <V> Result<V>.get()`.
    const hasPlainOwners = isOfC || language.name === 'kotlin';
    const owner = ownerName(hasPlainOwners ? withoutTypeArguments(apart) || null : definition.owner);
    const isForeign = (ownedBy: string) =>
      language.methodsApart === true ||
      classNames.has(ownedBy) ||
      definition.owner?.endsWith('.prototype') === true;
    const className = owner === null ? around.className : isForeign(owner) ? owner : null;
    // A member given to an object without a name is no name of the file.
    const given = definition.owner === 'this' && around.qualifiedName === '' ? 'this' : owner;
    const qualifiedName = boundedText(
      [around.qualifiedName, given, name].filter(Boolean).join('.'),
      4 * nameMax,
    );
    const belongs = isPrototype || (kind === 'scope' && isForeign(name)) ? name : null;
    if (kind === 'scope') {
      enter({ qualifiedName, className: belongs, key: around.key, isFunction: false });
      continue;
    }
    const ordinal = (ordinals.get(qualifiedName) ?? 0) + 1;
    ordinals.set(qualifiedName, ordinal);
    const key = `${file.key}#${qualifiedName}${ordinal === 1 ? '' : `~${ordinal}`}`;
    const returns = returnedType(definition, !language.hasExtensions);
    const isJudged = isFlat || node.type === 'method';
    const condition = isJudged ? conditionOf(node, name, file.key) : undefined;
    const symbol: CodeSymbol = {
      key,
      kind,
      name,
      qualifiedName,
      className: kind === 'function' ? className : null,
      parent: around.key,
      startLine: node.startPosition.row + 1,
      endLine: lastLine(node),
      signature: signatureOf(node, source),
      doc: docHead(definition.documented ?? node),
      returns: ownType(returns, className),
      ...(language.hasOverloads && definition.parameters ? { parameters: definition.parameters } : {}),
      ...(condition ? { fields: { [conditionField]: condition } } : {}),
    };
    placed.push({ symbol, node, start: node.startIndex, end: node.endIndex });
    enter({ qualifiedName, className: kind === 'class' ? name : null, key, isFunction: kind === 'function' });
  }
  adoptMethods(placed);
  return placed;
}

/** The declared result, or the result of calling the declared type. */
function returnedType({ returns, calls }: DefinitionMatch, unwraps: boolean): string | null {
  if (returns !== null) return typeName(returns, unwraps);
  const type = calls === null ? null : typeName(calls);
  return type === null || isCollection(type) ? null : `${type}()`;
}

/** The class around by its name, also where a type of it is meant: `Self::Item`. */
function ownType(returns: string | null, className: string | null): string | null {
  if (returns === null || className === null)
    return /^(?:self|static|this|Self)$/.test(returns ?? '') ? null : returns;
  if (/^(?:self|static|this|(?:\w+\.)?Self)$/.test(returns)) return className;
  return returns.replace(/^Self(?=\.)/, className);
}

/**
 * Signatures of overloads give way to what follows them, so that adding one changes no key; their comment, which stands on
 * the first, goes along.
 */
function withoutOverloads(ordered: readonly DefinitionMatch[]): (DefinitionMatch & { documented?: Node })[] {
  const kept: (DefinitionMatch & { documented?: Node })[] = [];
  let documented: Node | undefined;
  let returns: string | null = null;
  for (const [at, definition] of ordered.entries()) {
    const next = ordered[at + 1];
    const isOverload =
      next?.name === definition.name &&
      isSignature(definition.node) &&
      next.node.startIndex >= definition.node.endIndex;
    if (isOverload) {
      documented ??= definition.node;
      returns ??= definition.returns;
    } else {
      // Later overloads need not declare their result, since callers do not see it.
      kept.push({ ...definition, documented, returns: definition.returns ?? returns });
      [documented, returns] = [undefined, null];
    }
  }
  return kept;
}

function isSignature(node: Node): boolean {
  const isDecorated = node.type === 'function_definition' && node.parent?.type === 'decorated_definition';
  const decorator = isDecorated ? (node.parent?.firstNamedChild?.text ?? '') : '';
  return (
    /^(?:function|method|abstract_method)_signature$/.test(node.type) ||
    /^@(?:\w+\.)?overload\b/.test(decorator)
  );
}

/** A method written apart from its class becomes that class's child when the class stands in the same file. */
function adoptMethods(placed: readonly PlacedSymbol[]): void {
  const classes = new Map<string, string>();
  for (const { symbol } of placed) {
    if (symbol.kind === 'class' && !classes.has(symbol.qualifiedName))
      classes.set(symbol.qualifiedName, symbol.key);
  }
  for (const { symbol } of placed) {
    if (symbol.className === null) continue;
    const key = classes.get(symbol.qualifiedName.slice(0, -symbol.name.length - 1));
    if (key !== undefined) symbol.parent = key;
  }
}

/** Three of them in one another are enough. */
function withoutTypeArguments(type: string): string {
  let plain = type;
  for (let depth = 0; depth < 3; depth += 1) plain = plain.replaceAll(/<[^<>]*>/gu, '');
  return plain;
}

function ownerName(owner: string | null): string | null {
  if (owner === null || /^(?:module\.)?exports$|^this$/.test(owner)) return null;
  const receiver = owner.startsWith('(') && owner.endsWith(')') ? owner.slice(1, -1) : owner;
  // Go names the receiver before its type.
  const type = receiver === owner ? owner : receiver.trim().replace(/^\w+\s+/, '');
  const name = typeName(type.replace(/\.prototype$/, ''));
  return name === null || isCollection(name) ? null : name;
}

export function plainName(name: string): string {
  const isQuoted = /^["'`]/.test(name) && name.length > 1 && name.endsWith(name.charAt(0));
  const bare = isQuoted ? name.slice(1, -1) : name;
  const plain = bare.endsWith('>') ? (bare.split('<', 1)[0] ?? '').trimEnd() : bare;
  return plain.replaceAll(/::|\\/g, '.');
}

export function lastLine(node: Node): number {
  const { row, column } = node.endPosition;
  return Math.max(column === 0 && row > node.startPosition.row ? row : row + 1, node.startPosition.row + 1);
}

/** The declaration up to its body or, of an alias, up to what fills lines; a definition without either is all declaration. */
export function signatureOf(node: Node, source: string, value: Node | null = valueOf(node)): string {
  const isLong = value !== null && value.startPosition.row < value.endPosition.row;
  const body = bodyOf(node) ?? (isLong ? value : null);
  // Copying all of every class out of its file would be quadratic in the depth of nesting.
  const end = Math.min(body?.startIndex ?? node.endIndex, node.startIndex + 10 * signatureMax);
  // Comments before the body are no part of the declaration.
  const comments = node.namedChildren.filter(
    ({ type, endIndex }) => type.includes('comment') && endIndex <= end,
  );
  const starts = [node.startIndex, ...comments.map(({ endIndex }) => endIndex)];
  const ends = [...comments.map(({ startIndex }) => startIndex), end];
  const head = starts.map((start, at) => source.slice(start, ends[at])).join(' ');
  // The opening of a body is a token or two; Ruby closes an empty one.
  const opening = /(?:\s|=>|[{:=]|;? end){1,10}$/;
  return boundedText(head.replaceAll(/\s+/g, ' ').replace(opening, ''), signatureMax);
}
