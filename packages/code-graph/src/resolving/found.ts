import type { CodeSymbol } from '../file-index.ts';

/** How sure a finding is, 0..1, and why not surer. */
export interface Sureness {
  confidence: number;
  foundBy: FoundBy;
}

/**
 * How sure each way of finding a name is, the least sure last: they multiply along the way from a call to its target, and an edge is
 * told by the least sure one that it needed.
 */
export const sureness = {
  /** Declared around the reference in the same file. */
  lexical: { confidence: 1, foundBy: 'same_file' },
  /** Named in an import. */
  imported: { confidence: 0.95, foundBy: 'import' },
  /** A member of the class around the reference, or of a class whose type was declared. */
  member: { confidence: 0.95, foundBy: 'type' },
  /** Each step from a class to its base. */
  inherited: { confidence: 0.95, foundBy: 'base' },
  /** In the same package or namespace, which needs no import. */
  samePackage: { confidence: 0.9, foundBy: 'package' },
  /** Visible through a wildcard import or include. */
  wildcard: { confidence: 0.85, foundBy: 'wildcard' },
  /** The only one of that qualified name in languages whose names are global. */
  uniqueQualified: { confidence: 0.8, foundBy: 'only_qualified_name' },
  /** The only definition of that name in languages whose names are global. */
  uniqueGlobal: { confidence: 0.7, foundBy: 'only_name' },
  /** The only method of that name, on a receiver of unknown type. */
  uniqueMethod: { confidence: 0.5, foundBy: 'only_method' },
} as const;
export type FoundBy = (typeof sureness)[keyof typeof sureness]['foundBy'];
const ways: readonly FoundBy[] = Object.values(sureness).map(({ foundBy }) => foundBy);

/** A symbol a name stands for. */
export interface FoundSymbol extends Sureness {
  kind: 'symbol';
  symbol: CodeSymbol;
}

/** The other things that a name stands for: `modules` for a module, or the files of a package. */
type FoundOther = Sureness &
  (
    | { kind: 'modules'; paths: readonly string[] }
    /** A named object literal, which is no symbol although its methods are. */
    | { kind: 'object'; path: string; name: string }
    /** A variable of a file or package, as its declaration or assignment tells its type. */
    | { kind: 'variable'; declaredIn: CodeSymbol; type: string }
    /** A list or another collection, which is of no class here, though what it holds may be. */
    | { kind: 'collection'; declaredIn: CodeSymbol; element: string }
    /** An object of a type that is none of this repository's. */
    | { kind: 'library'; type: string }
  );

/** `foreign`: known to be none of this repository's, so that guessing by name would be wrong. */
export type Found = FoundSymbol | FoundOther | 'foreign' | undefined;

/** The same finding, no surer than the step that led to it. */
export function weakened(found: FoundSymbol, step: Sureness): FoundSymbol;
export function weakened(found: Found, step: Sureness): Found;
export function weakened(found: Found, step: Sureness): Found {
  if (found === undefined || found === 'foreign') return found;
  const isLessSure = ways.indexOf(step.foundBy) > ways.indexOf(found.foundBy);
  return {
    ...found,
    confidence: found.confidence * step.confidence,
    foundBy: isLessSure ? step.foundBy : found.foundBy,
  };
}

export function foundSymbol(symbol: CodeSymbol | undefined, sure: Sureness): FoundSymbol | undefined {
  return symbol && { kind: 'symbol', symbol, confidence: sure.confidence, foundBy: sure.foundBy };
}

export const object = (
  { path }: { path: string },
  name: string,
  sure: Sureness = sureness.lexical,
): Found => ({
  kind: 'object',
  path,
  name,
  ...sure,
});

export const modules = (paths: readonly string[]): Found => ({ kind: 'modules', paths, ...sureness.lexical });

export const library = (type: string): Found => ({ kind: 'library', type, ...sureness.member });

export const isForeign = (found: Found): found is 'foreign' | Extract<FoundOther, { kind: 'library' }> =>
  found === 'foreign' || (typeof found === 'object' && found.kind === 'library');

export const symbolOf = (found: Found): CodeSymbol | undefined =>
  typeof found === 'object' && found.kind === 'symbol' ? found.symbol : undefined;

/** The symbol that a call may lead to. */
export const callable = (found: Found): FoundSymbol | undefined =>
  typeof found === 'object' && found.kind === 'symbol' && found.symbol.kind !== 'module' ? found : undefined;
