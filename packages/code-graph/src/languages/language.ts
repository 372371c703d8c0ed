/** Languages whose names can refer to one another. */
export type LanguageFamily =
  | 'ecma'
  | 'python'
  | 'go'
  | 'java'
  | 'rust'
  | 'csharp'
  | 'ruby'
  | 'php'
  | 'c'
  | 'shell'
  | 'swift'
  | 'manifest'
  | 'config';

/**
 * How one language is read.
 *
 * The query's captures carry the meaning, so that one extractor serves all languages:
 * - `@function`, `@class`, `@module`: a definition, its name in `@name`; `@owner` names the class when it stands elsewhere.
 * - `@scope`: names what it encloses without being a symbol (an `impl` block, an object literal).
 * - `@call` with `@callee` and, for a member, `@receiver`; `@initial` where a field or base is given its value.
 * - `@inherits`: a base of the class around it, or of the class `@owner`.
 * - `@import` with `@specifier` and `@imported`, `@alias`, `@default`, `@namespace` or `@wildcard` (see import-names.ts).
 * - `@variable` (local) or `@property` (of the class around it), typed by `@type`, `@made` (a callee), `@copied` (a variable)
 *   `@valued` (any expression) or `@each` (what a loop goes through); `@assigned` where that stands apart from the declaration,
 *   `@within` what it holds in a part of the code alone, `@rest` where it takes all arguments that are left.
 * - `@lambda`: a block that the function `@by` runs for the `@object` or hands it over to, or what that holds.
 * - `@literal`: an object as it is written, of the variable `@given` or what the function around returns; with `@imported` what
 *   it has from elsewhere, as `@alias`.
 * - `@constant`, `@member` of a class, `@key` of the object that the variable `@owner` holds, `@typedef` and `@route` (its path in
 *   `@name`, what registers it in `@_verb`): what decisions are about beside functions and classes, with its `@name` and `@value`.
 * - `@package`: the package the file declares. `@returns`: the type a `@function` returns, `@calls` the
 *   type of a function that it is declared to be.
 */
export interface Language {
  name: string;
  family: LanguageFamily;
  /** With their dot, lower case. */
  extensions: readonly string[];
  /** Programs that run its scripts, as a first line names them: such a script needs no ending. */
  interpreters?: readonly string[];
  /** URL of the grammar, asked for only by whoever parses: the server resolves edges without the grammars. */
  grammar: () => string;
  /** Made by whoever parses, too: what is put together when a file is read stays in every bundle that it is in. */
  query: () => string;
  /** Whether the code stands in `<script>` elements, and the rest is no code. */
  hasScripts?: boolean;
  /** Whether a method may stand apart from its class. */
  methodsApart?: boolean;
  /** Whether any name may stand in backticks. */
  namesInBackticks?: boolean;
  /** Whether a class may have methods of one name, told apart by their parameters. */
  hasOverloads?: boolean;
  /** Whether methods may be added to a type in another place, which are called as its own are. */
  hasExtensions?: boolean;
  /** Whether what a method returns may depend on the types that a class gives to its base. */
  hasTypeArguments?: boolean;
  /** Its own words for `this` and `super`. */
  selfNames?: readonly string[];
  superName?: string;
}

/** The same pattern for several kinds of nodes. */
export const each = (nodes: string, within: string, capture = ''): string =>
  nodes
    .split(' ')
    .map((node) => `(${node} ${within}) ${capture}`)
    .join('\n');
