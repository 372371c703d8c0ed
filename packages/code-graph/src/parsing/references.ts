import type {
  CallReference,
  CodeReference,
  CodeSymbol,
  ImportedName,
  ImportReference,
} from '../file-index.ts';
import type { Language } from '../languages/language.ts';
import { boundedText } from './bounds.ts';
import { importNames } from './import-names.ts';
import type { CallMatch, ImportMatch, InheritMatch, Matches } from './matches/match.ts';
import { receiverPath } from './receiver.ts';
import { objectPath, Scopes } from './scopes.ts';
import type { PlacedSymbol } from './symbol-tree.ts';
import { isCollection, typeName, withoutOuterArguments } from './type-name.ts';
import { keepTypeArguments, keepTypeParameters } from './type-parameters.ts';

const nameMax = 200;
const specifierMax = 500;
const namesMax = 500;
const linesMax = 50;

export interface References {
  references: CodeReference[];
  localCalls: number;
}

/** The calls, imports and bases of a file as written, each with the symbol it stands in. */
export function readReferences(
  matches: Matches,
  file: CodeSymbol,
  placed: readonly PlacedSymbol[],
  language: Language,
): References {
  const imports = readImports(matches.imports, file, placed, language);
  const brought = imports.filter(({ specifier }) => specifier !== '');
  const imported = new Set(brought.flatMap(({ names }) => names.map(({ local }) => local)));
  if (language.hasTypeArguments) keepTypeParameters(placed, matches.bounds);
  const scopes = new Scopes(file, placed, { bounds: matches.bounds, imported, language });
  // Before the fields, of which a class keeps only so many.
  const bases = readBases(matches.inherits, file, scopes, language);
  scopes.each(matches.bindings, (binding, around) => scopes.bind(binding, around));
  scopes.each(matches.places, (place, around) => scopes.bindPlace(place, around));
  for (const returned of matches.returns) scopes.bindReturn(returned);
  const handed = scopes.each(matches.handed, (one, around) => scopes.handed(one, around) ?? []).flat();
  addOwnNames(imports, handed, file);
  const { calls, localCalls } = readCalls(matches.calls, imported, scopes, language);
  return { references: [...imports, ...bases, ...calls], localCalls };
}

function readImports(
  matches: readonly ImportMatch[],
  file: CodeSymbol,
  placed: readonly PlacedSymbol[],
  language: Language,
): ImportReference[] {
  const imports = new Map<string, ImportReference>();
  for (const { line, texts } of matches) {
    const around = language.family === 'python' ? functionAt(placed, line) : '';
    for (const { specifier, names } of importNames(language.family, texts)) {
      const cut = boundedText(specifier, specifierMax);
      const identity = `${around}\n${cut}`;
      const known = imports.get(identity) ?? {
        kind: 'imports',
        from: file.key,
        specifier: cut,
        names: [],
        line,
      };
      imports.set(identity, known);
      for (const { imported, local } of names) {
        const name = { imported: boundedText(imported, nameMax), local: boundedText(local, nameMax) };
        const isNew = !known.names.some(
          (other) => other.imported === name.imported && other.local === name.local,
        );
        if (isNew && known.names.length < namesMax) known.names.push(name);
      }
    }
  }
  return [...imports.values()];
}

/** Other names of the file's objects, beside those that it renames for others. */
function addOwnNames(imports: ImportReference[], names: readonly ImportedName[], file: CodeSymbol): void {
  if (names.length === 0) return;
  const known = imports.find(({ specifier }) => specifier === '');
  const own: ImportReference = known ?? {
    kind: 'imports',
    from: file.key,
    specifier: '',
    names: [],
    line: 1,
  };
  if (!known) imports.push(own);
  own.names.push(...names.slice(0, namesMax - own.names.length));
}

/** The innermost function around a line: what it imports is no name outside of it. */
const functionAt = (placed: readonly PlacedSymbol[], line: number): string =>
  placed.findLast(
    ({ symbol }) => symbol.kind === 'function' && symbol.startLine <= line && line <= symbol.endLine,
  )?.symbol.key ?? '';

function readBases(
  matches: readonly InheritMatch[],
  file: CodeSymbol,
  scopes: Scopes,
  language: Language,
): CodeReference[] {
  const bases = new Map<string, CodeReference>();
  scopes.each(matches, ({ line, text, owner }, around) => {
    const name = typeName(text);
    const from = owner === null ? around : scopes.classNamed(typeName(owner) ?? '');
    // A constructor that is a function has bases where it is named as their owner.
    const isFunction = from?.kind === 'function' && owner === null;
    if (name === null || isCollection(name) || !from || from === file || isFunction) return;
    if (language.hasTypeArguments) keepTypeArguments(from, name, text);
    bases.set(`${from.key}\n${name}`, { kind: 'inherits', from: from.key, name, line });
  });
  return [...bases.values()];
}

function readCalls(
  matches: readonly CallMatch[],
  imported: ReadonlySet<string>,
  scopes: Scopes,
  language: Language,
): { calls: CallReference[]; localCalls: number } {
  const calls = new Map<string, CallReference>();
  let localCalls = 0;
  scopes.each(matches, (match, from) => {
    const { name, receiver } = calleeOf(match, from, language);
    if (name === '') return;
    const root = receiver?.split(/\.|\(/, 1)[0] ?? '';
    // Java keeps methods and variables apart: `R reader = reader()` calls the method.
    const hides = language.family !== 'java' && scopes.isLocal(name, from, match.start);
    const isImported = (one: string) =>
      language.family === 'ecma' || language.hasExtensions
        ? scopes.isImported(one, from, match.start)
        : imported.has(one);
    if (receiver === null && !isImported(name) && hides) {
      localCalls += 1;
      return;
    }
    const isCall = receiver?.startsWith(`${root}(`) === true;
    const receiverType =
      receiver === null && language.hasExtensions
        ? blockType(match, scopes.typeOf('this', from, match.start))
        : root === '' || (root === 'this' && !isNamedThis(match, language)) || isImported(root)
          ? null
          : isCall
            ? scopes.calledType(root, from, match.start)
            : (scopes.typeOf(root, from, match.start) ?? boundedRoot(scopes, root, match.start));
    const { arguments: handed } = match;
    const identity = [from.key, name, receiver, receiverType, handed].join('\n');
    const known = calls.get(identity);
    if (known) {
      known.count += 1;
      known.lines ??= [known.line];
      if (known.lines.length < linesMax && known.lines.at(-1) !== match.line) known.lines.push(match.line);
    } else
      calls.set(identity, {
        kind: 'calls',
        from: from.key,
        name,
        receiver,
        receiverType,
        line: match.line,
        count: 1,
        ...(handed === undefined ? {} : { arguments: handed }),
      });
  });
  return { calls: [...calls.values()], localCalls };
}

/** The type of the object that a block with a bare call is run for. */
const blockType = ({ isNew }: CallMatch, type: string | null): string | null =>
  isNew ? 'new' : type === '?' ? null : type;

/** In Rust the object is `self`, and `this` a name like any other. */
const isNamedThis = ({ receiver }: CallMatch, { family }: Language): boolean =>
  family === 'rust' && /^this\b/u.test(receiver ?? '');

/** The bound of a type parameter whose functions are called: `E::write()`. */
function boundedRoot(scopes: Scopes, root: string, at: number): string | null {
  const bound = scopes.bounded(root, at);
  return bound === root ? null : bound;
}

const text = /^[$@]{0,2}"(?:[^"\\]|\\[^])*"/u;
const number = /^\(?\d+(\.\d+)?[A-Za-z]?\)?/u;

/** A text or number that begins a chain, as what makes one of its type. */
const withoutLiteral = (written: string): string =>
  written
    .replace(text, 'String()')
    .replace(number, (_, fraction?: string) => (fraction ? 'Double()' : 'Int()'));

/** Backticks around a name are no part of it. */
const bare = (written: string, { namesInBackticks = false }: Language): string =>
  namesInBackticks ? written.replaceAll('`', '') : written;

/** Name and receiver in the notation of CallReference. */
function calleeOf(
  { callee, receiver: written }: CallMatch,
  from: CodeSymbol,
  language: Language,
): { name: string; receiver: string | null } {
  // A module that is called where it is asked for: the import of the same text names it.
  if (written === null && callee.startsWith('require('))
    return { name: boundedText(receiverPath(callee), nameMax), receiver: null };
  const plain = written !== null && language.hasExtensions ? withoutLiteral(written) : written;
  const path = plain === null ? null : objectPath(bare(plain, language), language);
  const called = withoutOuterArguments(bare(callee, language));
  const name = (called.split(/[<[]/, 1)[0] ?? '').trimEnd().replaceAll(/::|\\/g, '.').replace(/^\.+/, '');
  if (path === null) {
    // A base's constructor in most languages; in Ruby the method of the same name.
    if (name === 'super' || (language.family === 'ruby' && /^super\b/.test(name)))
      return { name: language.family === 'ruby' ? from.name : 'constructor', receiver: 'super' };
    if (name === 'this') return { name: 'constructor', receiver: 'this' };
    const isMade = name === 'new' && language.family === 'ruby';
    if (name === 'Self' || name === 'self' || isMade) return { name: from.className ?? '', receiver: null };
    const dot = name.lastIndexOf('.');
    return { name: boundedText(name.slice(dot + 1), nameMax), receiver: dot > 0 ? name.slice(0, dot) : null };
  }
  if (language.family === 'ruby' && name === 'new' && path === 'this.class')
    return { name: from.className ?? '', receiver: null };
  // Ruby makes an object by sending `new` to the class.
  if (language.family === 'ruby' && name === 'new' && /^[A-Z]/.test(path)) {
    const dot = path.lastIndexOf('.');
    return { name: path.slice(dot + 1), receiver: dot > 0 ? path.slice(0, dot) : null };
  }
  // The rest of a qualified name: `details::registry::instance()`.
  const end = path === '' || language.family !== 'c' ? -1 : name.lastIndexOf('.');
  const receiver = end > 0 ? `${path}.${name.slice(0, end)}` : path;
  return { name: boundedText(name.slice(end + 1), nameMax), receiver };
}
