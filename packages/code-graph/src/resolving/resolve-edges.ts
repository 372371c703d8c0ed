import type { CallReference, CodeSymbol, ImportReference } from '../file-index.ts';
import { CallResolver } from './call-resolver.ts';
import { type FoundBy, type Sureness, sureness } from './found.ts';
import { ModuleResolver } from './modules/module-resolver.ts';
import { NameResolver } from './name-resolver.ts';
import type { ReachOfChange } from './reach-of-change.ts';
import { SymbolTable } from './symbol-table.ts';
import type { ResolvableFile, TableFile } from './table-file.ts';

/** An edge between two symbols of one repository. */
interface CodeEdge {
  kind: 'calls' | 'imports' | 'inherits' | 'contains';
  /** Keys of symbols. A call that makes an object has the class as its target. */
  source: string;
  target: string;
  /** 0..1: certain for `contains`, and less with every step taken from the reference to the target. */
  confidence: number;
  /** The least sure step of the surest reference. */
  foundBy: FoundBy;
  /** Lines of the references, counted from 1, in order: at most 50. */
  lines: number[];
  /** References this edge stands for, 1 or more. */
  count: number;
}

/** Calls without a target in one symbol, of a name that a symbol of the repository has. */
interface UnresolvedCall {
  /** Key of the symbol they stand in. */
  source: string;
  name: string;
  /** Line of the first of them. */
  line: number;
  count: number;
}

export interface ResolvedEdges {
  edges: CodeEdge[];
  /** Calls that may lead to this repository's own symbols; calls that lead out of it for certain are not among them. */
  unresolved: UnresolvedCall[];
  /** Calls, counted one by one, for which no target was found: foreign, dynamic, or several could be meant. */
  unresolvedCalls: number;
  resolvedCalls: number;
}

export interface ResolveOptions {
  /** Paths of files: only what these refer to; all files by default. */
  only?: Iterable<string>;
  /** Is told of each of these. */
  reach?: ReachOfChange | undefined;
}

/**
 * All symbols of a repository, by which the edges of its files are found: of some at a time, where a thread has others to serve. A
 * pure function of what files hold, so that it runs wherever the indexes of the files are kept.
 */
export class Resolution {
  readonly #table: SymbolTable;
  readonly #modules: ModuleResolver;
  readonly #names: NameResolver;
  readonly #calls: CallResolver;

  constructor(files: Iterable<ResolvableFile>) {
    this.#table = new SymbolTable(files);
    this.#modules = new ModuleResolver(this.#table);
    this.#names = new NameResolver(this.#table, this.#modules);
    this.#calls = new CallResolver(this.#table, this.#names);
  }

  /**
   * Targets of what files refer to: what imports bring in first, then the same class, file and package, and unique names last.
   * @returns edges unique by kind, source and target, in the order of the files and of their references
   */
  edgesOf({ only, reach }: ResolveOptions = {}): ResolvedEdges {
    const [table, modules, names] = [this.#table, this.#modules, this.#names];
    const edges = new EdgeList();
    const unresolved = new UnresolvedList();
    let [resolvedCalls, unresolvedCalls] = [0, 0];
    for (const path of only ?? table.files.keys()) {
      const file = table.files.get(path);
      if (!file || file.family === 'manifest') continue;
      reach?.set(file, (specifier) => modules.resolve(file, specifier));
      addContained(edges, table, file);
      for (const reference of file.references) {
        const from = table.byKey.get(reference.from);
        if (!from) continue;
        if (reference.kind === 'imports') addImports(edges, { table, modules, names, file }, reference);
        else if (reference.kind === 'calls') {
          const target = this.#calls.resolve(file, from, reference);
          if (typeof target === 'object') {
            edges.add('calls', from, target.symbol, target, reference);
            resolvedCalls += reference.count;
            continue;
          }
          unresolvedCalls += reference.count;
          const mayBeOurs = target !== 'foreign' && table.named(file.family, reference.name).length > 0;
          if (mayBeOurs) unresolved.add(reference);
        }
      }
      for (const reference of file.references) {
        const from = table.byKey.get(reference.from);
        if (reference.kind !== 'inherits' || !from) continue;
        const found = names.baseNamed(file, table.byKey.get(from.parent ?? '') ?? from, reference.name);
        if (found) edges.add('inherits', from, found.symbol, found, reference);
      }
    }
    return { edges: edges.all(), unresolved: unresolved.all(), resolvedCalls, unresolvedCalls };
  }
}

/** The edges between the symbols of a repository. */
export const resolveEdges = (files: Iterable<ResolvableFile>, options?: ResolveOptions): ResolvedEdges =>
  new Resolution(files).edgesOf(options);

/** The container of a symbol; a method apart from its class stands in its class. */
function addContained(edges: EdgeList, table: SymbolTable, file: TableFile): void {
  for (const symbol of file.symbols) {
    const parent = table.byKey.get(symbol.parent ?? '');
    if (!parent) continue;
    const isApart = symbol.className !== null && parent.kind !== 'class';
    const owner = isApart ? table.foreignOwner(symbol, file) : undefined;
    edges.add('contains', owner ?? parent, symbol, owner ? sureness.samePackage : sureness.lexical, {
      line: symbol.startLine,
    });
  }
}

interface ImportContext {
  table: SymbolTable;
  modules: ModuleResolver;
  names: NameResolver;
  file: TableFile;
}

/** To each file imported, and to each symbol it is imported for. */
function addImports(
  edges: EdgeList,
  { table, modules, names, file }: ImportContext,
  reference: ImportReference,
): void {
  if (reference.specifier === '') return;
  for (const path of modules.resolve(file, reference.specifier)) {
    const target = table.files.get(path);
    if (target && target !== file)
      edges.add('imports', file.module, target.module, sureness.imported, reference);
  }
  for (const { imported, local } of reference.names) {
    if (imported === '*') continue;
    const found = names.lookup(file, file.module, local);
    if (typeof found !== 'object' || (found.kind !== 'symbol' && found.kind !== 'modules')) continue;
    const targets =
      found.kind === 'symbol' ? [found.symbol] : found.paths.map((path) => table.files.get(path)?.module);
    for (const target of targets) {
      if (target && table.fileOfKey.get(target.key) !== file)
        edges.add('imports', file.module, target, found, reference);
    }
  }
}

const linesMax = 50;

/** Edges, each once: references of the same kind between the same symbols add up. */
class EdgeList {
  readonly #edges = new Map<string, CodeEdge>();

  add(
    kind: CodeEdge['kind'],
    source: CodeSymbol,
    target: CodeSymbol,
    { confidence, foundBy }: Sureness,
    reference: { line: number; lines?: readonly number[]; count?: number },
  ): void {
    const identity = `${kind}\n${source.key}\n${target.key}`;
    const known = this.#edges.get(identity);
    const lines = reference.lines ?? [reference.line];
    const [count, rounded] = [reference.count ?? 1, Math.round(confidence * 100) / 100];
    if (known) {
      known.count += count;
      known.lines = [...new Set([...known.lines, ...lines])].toSorted((a, b) => a - b).slice(0, linesMax);
      if (rounded > known.confidence) [known.confidence, known.foundBy] = [rounded, foundBy];
      return;
    }
    this.#edges.set(identity, {
      kind,
      source: source.key,
      target: target.key,
      confidence: rounded,
      foundBy,
      lines: lines.slice(0, linesMax),
      count,
    });
  }

  all(): CodeEdge[] {
    return [...this.#edges.values()];
  }
}

/** Unresolved calls, each name once in a symbol. */
class UnresolvedList {
  readonly #calls = new Map<string, UnresolvedCall>();

  add({ from: source, name, line, count }: CallReference): void {
    const identity = `${source}\n${name}`;
    const known = this.#calls.get(identity);
    if (known) {
      known.count += count;
      known.line = Math.min(known.line, line);
    } else this.#calls.set(identity, { source, name, line, count });
  }

  all(): UnresolvedCall[] {
    return [...this.#calls.values()];
  }
}
