import type { Node } from 'web-tree-sitter';
import type { SymbolKind } from '../../file-index.ts';

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

/** Something that is given a value, or a route. */
export interface ValueMatch {
  node: Node;
  kind: SymbolKind;
  name: string;
  /** The variable that holds the object which has the key. */
  owner: string | null;
  value: Node | null;
  /** The name of what registers a route. */
  verb: string;
}

export interface CallMatch {
  start: number;
  line: number;
  callee: string;
  receiver: string | null;
  /** Whether the name is that of a class, of which an object is made; asked where a type has methods of others. */
  isNew?: boolean | undefined;
  /** How many are handed over, where methods of one name are told apart by that; absent where it is not to be seen. */
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
  isImport?: (() => boolean) | undefined;
  from: 'type' | 'made' | 'copied' | 'valued' | 'each' | 'literal' | null;
  text: string;
  /** The ends of the function without a name that it lives in; absent: it lives in the symbol around. */
  within?: Range | undefined;
  /** Which part of the value a pattern takes: `=0` from a tuple or list, `=name` from an object. */
  part?: string | undefined;
}

/** The value of a function, told by its return statements. */
export interface ReturnMatch {
  /** Ends of the function that returns it. */
  start: number;
  end: number;
  from: 'made' | 'copied' | 'literal' | 'type' | 'valued';
  text: string;
}

/** Members that a written object has from elsewhere: `{ open, close: shut }`. */
export interface HandedMatch extends Range {
  /** The variable that holds the object, or `()` where a function returns it. */
  holder: string;
  alias: string;
  imported: string;
}

/** The type of a field that has no name. */
export interface PlaceMatch {
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
  values: ValueMatch[];
  calls: CallMatch[];
  bindings: BindingMatch[];
  returns: ReturnMatch[];
  places: PlaceMatch[];
  bounds: BoundMatch[];
  handed: HandedMatch[];
  inherits: InheritMatch[];
  imports: ImportMatch[];
  packageName: string | null;
  /** True when time ran out before the query had seen the whole tree. */
  isCut: boolean;
}
