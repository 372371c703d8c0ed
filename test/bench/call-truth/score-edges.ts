import type { FileIndex, Resolution } from '@memory/code-graph';
import type { CallSite, Definition } from './call-site.ts';

type CodeSymbol = FileIndex['symbols'][number];
type CodeEdge = ReturnType<Resolution['edgesOf']>['edges'][number];

/** How the call edges of a tree compare with what a compiler or language server knows of its calls. */
export interface Score {
  /** Edges between symbols of the tree that the truth holds, and how many of them were found. */
  truth: number;
  found: number;
  /** Edges made, by what the truth says of them; the rest it cannot tell. */
  made: number;
  right: number;
  wrong: number;
  /** A sample of either kind of mistake. */
  missedEdges: string[];
  wrongEdges: string[];
}

/**
 * An edge is caller and callee, overloads as one and a constructor as its class; what stands outside of all functions belongs
 * to the file. Callers and callees are matched to symbols by their lines and names: a callee that is no symbol counts as missed.
 * An edge is wrong when the truth knows every call of that name in that caller, and they lead elsewhere.
 */
export function scoreEdges(
  files: readonly FileIndex[],
  edges: readonly CodeEdge[],
  sites: readonly CallSite[],
): Score {
  const places = new Places(files);
  const read = new Set(files.map(({ path }) => path));
  const truth = new Map<string, { found: boolean; site: CallSite }>();
  const values = new Set<string>();
  const calls = new Map<string, CallSite[]>();
  const made = new Set<string>();
  const lines = new Map<string, readonly number[]>();
  const traits = new TraitMethods(files, edges);
  for (const one of edges) {
    if (one.kind !== 'calls') continue;
    const edge = `${places.plain(one.source)} > ${places.shared(one.target)}`;
    made.add(edge);
    lines.set(edge, [...(lines.get(edge) ?? []), ...one.lines]);
  }
  for (const edge of made) traits.add(edge);
  for (const site of sites) {
    if (!read.has(site.path)) continue;
    const caller = places.around(site.path, site.line);
    if (places.isDeclaration(site, caller)) continue;
    const known = calls.get(caller);
    if (known) known.push(site);
    else calls.set(caller, [site]);
    if (places.isOfSeveral(site)) site.targets = null;
    const targets = (site.targets ?? []).filter(
      (target) => read.has(target.path) && !places.isAround(target, site, caller),
    );
    for (const target of targets) values.add(`${caller} > ${places.defined(target)}`);
    const callable = targets.filter(({ kind }) => kind === 'callable');
    const all = callable.map((target) => `${caller} > ${places.defined(target)}`);
    // A member of a union or an overload has one call and several targets: one of them found is the call found.
    const edge = all.find((one) => made.has(one)) ?? all.find((one) => !one.includes('#?')) ?? all[0];
    if (edge !== undefined) truth.set(edge, { found: made.has(edge) || traits.isMadeFor(edge), site });
  }
  const missed = [...truth].filter(([, { found }]) => !found);
  const judged = [...made].map((edge) => ({
    edge,
    verdict: verdict(edge, { right: values, calls, lines, traits }),
  }));
  const wrong = judged.filter((one) => one.verdict === 'wrong');
  return {
    truth: truth.size,
    found: truth.size - missed.length,
    made: made.size,
    right: judged.filter((one) => one.verdict === 'right').length,
    wrong: wrong.length,
    missedEdges: missed.map(([edge, { site }]) => `${site.path}:${site.line} ${edge}`),
    wrongEdges: wrong.map(({ edge }) => edge),
  };
}

interface Known {
  right: ReadonlySet<string>;
  calls: ReadonlyMap<string, readonly CallSite[]>;
  lines: ReadonlyMap<string, readonly number[]>;
  traits: TraitMethods;
}

function verdict(edge: string, { right, calls, lines, traits }: Known): 'right' | 'wrong' | 'cannot tell' {
  if (right.has(edge)) return 'right';
  const [caller = '', callee = ''] = edge.split(' > ');
  const name = lastName(callee);
  const at = lines.get(edge) ?? [];
  // Code that is not compiled for this machine has calls of that name that the compiler does not read.
  const isRead = ({ line }: CallSite) => !isRust(caller) || at.includes(line);
  const named = (calls.get(caller) ?? []).filter((site) => site.name === name && isRead(site));
  const isKnown = named.length > 0 && named.every(({ targets }) => targets !== null);
  return isKnown && !traits.isOfTrait(edge, right) ? 'wrong' : 'cannot tell';
}

const isRust = (key: string): boolean => /\.rs(?:#|$)/u.test(key);

function lastName(key: string): string {
  return (
    key
      .slice(key.lastIndexOf('#') + 1)
      .split('.')
      .at(-1) ?? ''
  );
}

/**
 * Of a method that a trait declares, rustdoc names the declaration, whatever type the object is of: an edge to what that type
 * has for it is the call found, and whether it is the right type nobody can tell.
 */
class TraitMethods {
  readonly #bases = new Set<string>();
  readonly #made = new Map<string, string[]>();

  readonly #classes: ReadonlySet<string>;

  constructor(files: readonly FileIndex[], edges: readonly CodeEdge[]) {
    this.#classes = new Set(files.flatMap(({ symbols }) => symbols.map(({ key }) => key)));
    for (const { kind, source, target } of edges)
      if (kind === 'inherits' && isRust(source)) this.#bases.add(`${source} > ${target}`);
  }

  add(edge: string): void {
    const [caller = '', callee = ''] = edge.split(' > ');
    if (!isRust(caller)) return;
    const called = `${caller} > ${lastName(callee)}`;
    this.#made.set(called, [...(this.#made.get(called) ?? []), callee]);
  }

  /** Whether an edge leads to what a type has for the method that the truth names. */
  isMadeFor(edge: string): boolean {
    const [caller = '', callee = ''] = edge.split(' > ');
    return (this.#made.get(`${caller} > ${lastName(callee)}`) ?? []).some((one) => this.#isFor(one, callee));
  }

  isOfTrait(edge: string, right: ReadonlySet<string>): boolean {
    const [caller = '', callee = ''] = edge.split(' > ');
    if (!isRust(caller)) return false;
    return [...right].some((one) => {
      const [from = '', declared = ''] = one.split(' > ');
      return from === caller && lastName(declared) === lastName(callee) && this.#isFor(callee, declared);
    });
  }

  #isFor(method: string, declared: string): boolean {
    const ownerOf = (key: string) => key.slice(0, key.lastIndexOf('.'));
    const owner = ownerOf(method);
    // A type of another crate is no symbol: what it has in the tree a trait gave to it.
    return this.#bases.has(`${owner} > ${ownerOf(declared)}`) || !this.#classes.has(owner);
  }
}

const header = /\.h(?:h|pp|xx)?$/u;
const ofC = /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx)$/u;

/** Finds the symbols that stand at a line. */
class Places {
  readonly #symbols = new Map<string, readonly CodeSymbol[]>();
  readonly #byKey = new Map<string, CodeSymbol>();
  readonly #byName = new Map<string, CodeSymbol[]>();

  /** Of Kotlin: what is declared for all platforms, by its package and qualified name. */
  readonly #declared = new Map<string, string>();
  readonly #packages = new Map<string, string | null>();

  constructor(files: readonly FileIndex[]) {
    for (const { path, language, packageName, symbols } of files) {
      for (const { key, qualifiedName, signature } of language === 'kotlin' ? symbols : [])
        if (isActual.test(signature)) this.#packages.set(key, packageName);
        else this.#declared.set(`${packageName}\n${qualifiedName}`, key);
      const called = symbols.filter(({ kind }) => ['function', 'class', 'module'].includes(kind));
      this.#symbols.set(path, called);
      for (const symbol of called) {
        this.#byKey.set(symbol.key, symbol);
        this.#byName.set(symbol.name, [...(this.#byName.get(symbol.name) ?? []), symbol]);
      }
    }
  }

  around(path: string, line: number): string {
    let inner: CodeSymbol | undefined;
    for (const symbol of this.#symbols.get(path) ?? []) {
      if (symbol.startLine > line || symbol.endLine < line) continue;
      if (!inner || length(symbol) <= length(inner)) inner = symbol;
    }
    return inner ? this.plain(inner.key) : path;
  }

  /** Symbols that stand at the line of a definition, and of them the nearest with its name. */
  #at({ path, line, name }: Definition): { at: CodeSymbol[]; nearest: CodeSymbol | undefined } {
    const at = (this.#symbols.get(path) ?? []).filter(
      (symbol) => symbol.startLine <= line && symbol.endLine >= line,
    );
    // A file is called like what it holds, and both may begin on its first line.
    const named = at.filter(
      (symbol) => symbol.parent !== null && (symbol.name === name || symbol.name === unquoted(name)),
    );
    return { at, nearest: named.sort((a, b) => b.startLine - a.startLine).at(0) };
  }

  defined(definition: Definition): string {
    const { path, line, name } = definition;
    const { at, nearest } = this.#at(definition);
    if (nearest) return this.shared(nearest.key);
    if (name === 'constructor' || name === 'default') {
      const classes = at.filter(({ kind, startLine }) => kind === 'class' || startLine === line);
      const inner = classes.sort((a, b) => length(a) - length(b)).at(0);
      if (inner) return this.shared(inner.key);
    }
    // A prototype of C stands for the one definition of its name, in a class for that of the class.
    const defined = ofC.test(path) ? (this.#byName.get(name) ?? []) : [];
    const around = at.filter(({ kind }) => kind === 'class').sort((a, b) => length(a) - length(b))[0]?.name;
    const own = around === undefined ? [] : defined.filter(({ className }) => className === around);
    const [only, ...others] = own.length > 0 ? own : defined;
    const isOne = others.every(({ key }) => only && this.plain(key) === this.plain(only.key));
    return only && isOne ? this.plain(only.key) : `${path}#?${name}:${line}`;
  }

  /** Of C++: the first field that a constructor gives a value in braces, which clangd takes for the constructor. */
  isAround(target: Definition, { path, name }: CallSite, caller: string): boolean {
    return ofC.test(path) && target.name !== name && this.defined(target) === caller;
  }

  /** Of C: a prototype, or what a branch that is not compiled defines, reads like a call. */
  isDeclaration({ path, line, name, isMember }: CallSite, caller: string): boolean {
    if (!ofC.test(path)) return false;
    const starts = (this.#symbols.get(path) ?? []).filter(
      (symbol) => symbol.name === name && line >= symbol.startLine && line <= symbol.startLine + 3,
    );
    return caller === path || (isMember !== true && starts.length > 0);
  }

  /**
   * A function of C that several programs of a tree define, each for itself, or one of C++ that several files define for a system
   * each: what they are linked from tells which one a call reaches, and a language server that sees them as one names any of them.
   */
  isOfSeveral({ path, name, targets }: CallSite): boolean {
    const apart = (targets ?? []).filter((target) => target.path !== path && !header.test(target.path));
    if (apart.length === 0 || !ofC.test(path)) return false;
    const defined = (this.#byName.get(name) ?? []).filter(({ kind }) => kind === 'function');
    const free = defined.filter(
      ({ className, signature }) => className === null && !/\bstatic\b|^#/u.test(signature),
    );
    if ((path.endsWith('.c') || header.test(path)) && isOfFiles(free, /\.c$/u)) return true;
    return apart.some((target) => {
      const { nearest } = this.#at(target);
      return isOfFiles(
        nearest ? defined.filter((one) => isSameFunction(one, nearest)) : [],
        /\.c(?:c|pp|xx)$/u,
      );
    });
  }

  /** The same for a callee; of Kotlin what a platform has (`actual`) is what is declared for all, which the compiler names for both. */
  shared(key: string): string {
    const plain = this.plain(key);
    const declared = this.#declared.get(
      `${this.#packages.get(plain)}\n${this.#byKey.get(plain)?.qualifiedName}`,
    );
    return this.#packages.has(plain) ? this.plain(declared ?? plain) : plain;
  }

  plain(key: string): string {
    const symbol = this.#byKey.get(key);
    const parent = this.#byKey.get(symbol?.parent ?? '');
    const isConstructor =
      parent?.kind === 'class' &&
      (symbol?.name === parent.name ||
        /^(?:constructor|__init__|__new__|initialize|__construct)$/u.test(symbol?.name ?? ''));
    return (isConstructor ? parent.key : key).replace(/~\d+$/u, '');
  }
}

const isActual = /\bactual\b/u;

const isOfFiles = (symbols: readonly CodeSymbol[], ending: RegExp): boolean =>
  new Set(symbols.map(({ key }) => key.split('#', 1)[0] ?? '').filter((file) => ending.test(file))).size > 1;

/** Whether two functions have one namespace, class, name and list of parameters, as it is written: overloads are no same function. */
function isSameFunction(one: CodeSymbol, other: CodeSymbol): boolean {
  const parameters = ({ name, signature }: CodeSymbol) =>
    /^[^()]*\((?:[^()]|\([^()]*\))*\)/u
      .exec(signature.slice(signature.indexOf(`${name}(`)))?.[0]
      .replaceAll(/\s/gu, '');
  const own = parameters(one);
  return one.qualifiedName === other.qualifiedName && own !== undefined && own === parameters(other);
}

function length({ startLine, endLine }: CodeSymbol): number {
  return endLine - startLine;
}

function unquoted(name: string): string {
  return name.replaceAll(/^["'`[]+|["'`\]]+$/gu, '');
}
