/**
 * Kind of a symbol as searches name it; methods are functions, and interfaces, structs, enums and traits are classes. Behind
 * `module` stand the kinds that no call leads to: constants and members of enumerations, properties of classes, aliases of
 * types and tables and messages, routes, and keys of objects and of files that configure.
 */
export type SymbolKind = 'function' | 'class' | 'module' | 'constant' | 'property' | 'type' | 'route' | 'key';

/** The kinds that no call leads to. */
export const isValueKind = (kind: SymbolKind): boolean =>
  kind !== 'function' && kind !== 'class' && kind !== 'module';

/** A named thing of one file. */
export interface CodeSymbol {
  /**
   * Identity within a repository: the path, `#`, the qualified name, and from the second bearer of that name on `~2`, `~3`, …
   * The file itself is its path alone. No position is part of it, so a symbol keeps its key while code moves around it.
   */
  key: string;
  kind: SymbolKind;
  /** Last part of the qualified name; a file's is its name without extension. At most 200 code points. */
  name: string;
  /** Enclosing names joined by dots, as in `Store.save`; a file's is its path. */
  qualifiedName: string;
  /** The class a method belongs to, also when that class stands in another file (Go, Rust, C++); null otherwise. */
  className: string | null;
  /** Key of the symbol around this one, in the same file; null for the file. */
  parent: string | null;
  /** First and last line, counted from 1, both inclusive. */
  startLine: number;
  endLine: number;
  /** The declaration without its body on one line, at most 300 code points; the path for a file. */
  signature: string;
  /** First line of the comment or docstring, at most 200 code points; null when there is none. */
  doc: string | null;
  /** Name of the type a function is declared to return, stripped of wrappers such as `Promise`; null when unknown. */
  returns: string | null;
  /** The fewest and the most arguments a function takes, null for any number, where the language tells methods of one name apart. */
  parameters?: [number, number | null];
  /** Of the declaration without its name, and of what it holds: equal while only comments and formatting differ. */
  signatureHash?: string;
  bodyHash?: string;
  /** Words of the syntax that the hash of the body is made of. */
  size?: number;
  /** Value of a constant, property or key, as it is written, on one line of at most 120 code points. */
  value?: string;
  /** Declared types of a class's fields, by field name, where the source tells them: at most 200. */
  fields?: Record<string, string>;
}

/** Languages of which resolution reads no signature but that of an enumeration: those of the family of ECMAScript. */
const UNSIGNED = /^(?:typescript|tsx|vue|svelte|javascript)$/u;

export const isEnumeration = ({ signature }: CodeSymbol): boolean => /^(?:\w+ ){0,4}enum /u.test(signature);

/**
 * A symbol as resolution asks for it; undefined where it asks nothing: of values only names of types and attributes of Ruby count.
 * The handler that stores files asks this, so that it stands beside no grammar.
 */
export function askedSymbol(language: string, symbol: CodeSymbol): CodeSymbol | undefined {
  const { kind, signature } = symbol;
  const isUnsigned = UNSIGNED.test(language);
  const isAsked =
    !isValueKind(kind) || (kind === 'type' && !isUnsigned) || (kind === 'property' && language === 'ruby');
  if (!isAsked) return undefined;
  return { ...symbol, doc: null, signature: isUnsigned && !isEnumeration(symbol) ? '' : signature };
}

/** Stands among the fields of a function that is defined under a condition. */
export const conditionField = '#if';
/** The condition of most systems is another: Windows alone, no assertions, no such macro in the standard headers. */
export const seldom = 'seldom';
/** A method of Ruby that a block defines, for whatever object runs the block. */
export const inBlock = 'block';
/** A method of Ruby that a class or module has for itself, and not for its objects. */
export const ofItself = 'self';
/** Any file that includes the header can ask for the function. */
export const asked = 'asked';

/** Where the fields of a class hold the name of its type parameter at a place. */
export const typeParameterField = (place: number): string => `<${place}>`;
/** Where the fields of a class or function hold what bounds its type parameter. */
export const typeBoundField = (name: string): string => `<${name}>`;
/** Where the fields of a class hold what it gives to the type parameter of a base at a place. */
export const typeArgumentField = (base: string, place: number): string => `${base}<${place}>`;

/** A call as written; calls of one function that look the same are one reference. */
export interface CallReference {
  kind: 'calls';
  /** Key of the symbol the call stands in. */
  from: string;
  name: string;
  /**
   * The text before the name, in one notation for all languages: null for a bare call, else names joined by dots, a call
   * in between ending in `()` without its arguments; `this` is the object and `super` its base. `""` stands for a literal,
   * and the empty string for any expression which cannot be written so.
   */
  receiver: string | null;
  /**
   * Type of the receiver's first name when that is a variable: `Store`, `open()` for what a call returns, `[]` for a type
   * which is no class, `?` when the source does not say; null when it is no variable of this file. Of a bare call the type
   * of the object that the block around is run for, as in `store.apply { save() }`, and `new` where C# makes an object.
   */
  receiverType: string | null;
  /** Line of the first such call. */
  line: number;
  /** Lines of all where they are several, at most 50. */
  lines?: number[];
  /** Arguments of each, where the language tells methods of one name apart by them. */
  arguments?: number;
  /** How many such calls there are, 1 or more. */
  count: number;
}

/** One name brought in by an import: `imported` is `*` for the whole module and `default` for a default export. */
export interface ImportedName {
  imported: string;
  /** The name it has here; `*` when everything becomes visible without a prefix. */
  local: string;
}

/** Stands for the imported name of a `global using` of C#, which all files of its project see. */
export const GLOBAL_USING = 'global *';

/** An import as written; `names` is empty when the module is only run, and an empty specifier renames the file's own export. */
export interface ImportReference {
  kind: 'imports';
  from: string;
  specifier: string;
  names: ImportedName[];
  line: number;
}

/** A base class, interface, trait or mixin as written. */
interface InheritReference {
  kind: 'inherits';
  from: string;
  name: string;
  line: number;
}

export type CodeReference = CallReference | ImportReference | InheritReference;

/** A file as the server keeps it: enough to resolve edges, nothing of the source beyond names, signatures and doc heads. */
export interface FileIndex {
  /** Relative to the root of the tree, with forward slashes. */
  path: string;
  language: string;
  /** Lower-case hexadecimal SHA-256 over the extractor's version and the file's bytes: a better extractor sends files again. */
  contentHash: string;
  /** Package or namespace the file declares (Go, Java, C#, PHP), dotted; null elsewhere. */
  packageName: string | null;
  /** True when some of the file could not be parsed or it held more than is kept: the rest is indexed. */
  partial: boolean;
  symbols: CodeSymbol[];
  references: CodeReference[];
  /** Calls of parameters and local variables, which no static reading can place. */
  localCalls: number;
}

/** A file of which nothing is known. */
export const emptyIndex = (path: string, language: string, contentHash: string): FileIndex => ({
  path,
  language,
  contentHash,
  packageName: null,
  partial: false,
  symbols: [],
  references: [],
  localCalls: 0,
});
