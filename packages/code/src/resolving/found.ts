import type { CodeSymbol } from '../file-index.ts';

/** How sure each way of finding a name is, 0..1; they multiply along the way from a call to its target. */
export const sureness = {
  /** Declared around the reference in the same file. */
  lexical: 1,
  /** A member of the class around the reference, or of a class whose type was declared. */
  member: 0.95,
  /** Named in an import. */
  imported: 0.95,
  /** Visible through a wildcard import or include. */
  wildcard: 0.85,
  /** In the same package or namespace, which needs no import. */
  samePackage: 0.9,
  /** Each step from a class to its base. */
  inherited: 0.95,
  /** The only one of that qualified name in languages whose names are global. */
  uniqueQualified: 0.8,
  /** The only definition of that name in languages whose names are global. */
  uniqueGlobal: 0.7,
  /** The only method of that name, on a receiver of unknown type. */
  uniqueMethod: 0.5,
} as const;

/** A symbol a name stands for. */
export interface FoundSymbol {
  kind: 'symbol';
  symbol: CodeSymbol;
  confidence: number;
}

/** Files a name stands for: a module, or the files of a package. */
interface FoundModules {
  kind: 'modules';
  paths: readonly string[];
  confidence: number;
}

/** A named object literal, which is no symbol although its methods are. */
interface FoundObject {
  kind: 'object';
  path: string;
  name: string;
  confidence: number;
}

/** A variable of a file or package, as its declaration or assignment tells its type. */
interface FoundVariable {
  kind: 'variable';
  declaredIn: CodeSymbol;
  type: string;
  confidence: number;
}

/** `foreign`: known to be none of this repository's, so that guessing by name would be wrong. */
export type Found = FoundSymbol | FoundModules | FoundObject | FoundVariable | 'foreign' | undefined;

/** The same finding, less sure by a factor. */
export function weakened(found: Found, factor: number): Found {
  return found === undefined || found === 'foreign'
    ? found
    : { ...found, confidence: found.confidence * factor };
}

export function foundSymbol(symbol: CodeSymbol | undefined, confidence: number): FoundSymbol | undefined {
  return symbol && { kind: 'symbol', symbol, confidence };
}
