import type { CodeSymbol, FileIndex, ImportReference } from '../file-index.ts';
import { isHeader } from '../languages/language-of.ts';
import type { LanguageFamily } from '../languages/language.ts';

/** A file as edges are resolved from it: its symbols and references. */
export type ResolvableFile = Pick<FileIndex, 'path' | 'language' | 'packageName' | 'symbols' | 'references'>;

/** A file with the lookups that resolution makes over and over. */
export interface TableFile {
  path: string;
  directory: string;
  language: string;
  family: LanguageFamily;
  packageName: string | null;
  module: CodeSymbol;
  symbols: readonly CodeSymbol[];
  references: ResolvableFile['references'];
  imports: readonly ImportReference[];
  /** Names at the top level of the file. */
  topLevel: ReadonlyMap<string, CodeSymbol>;
  byQualifiedName: ReadonlyMap<string, CodeSymbol>;
  /** Beginnings before a dot in the qualified names of the file, and in those of symbols that no class has. */
  prefixes: ReadonlySet<string>;
  plainPrefixes: ReadonlySet<string>;
  /** Names of what has methods that stand apart from it. */
  owners: ReadonlySet<string>;
  /** Names that stand for what a module of CommonJS hands on: `app` of `var app = exports` and of `module.exports = app`. */
  exportNames: readonly string[];
}

export const isKotlin = ({ language }: TableFile): boolean => language === 'kotlin';

/** Whether a file of C or C++ is compiled by itself: what it keeps no other sees. */
export const isSource = (file: TableFile | undefined): boolean =>
  file?.family === 'c' && !isHeader(file.path);

/** Whether methods may be added to a type in another place. */
export const hasExtensions = (file: TableFile): boolean => file.family === 'csharp' || isKotlin(file);

/** Module and source set of a file of Kotlin: `core` and `commonMain`. */
export const sourceSet = (path: string): readonly [string, string] => {
  const [, module = '', set = ''] = /^(.*?)(?:^|\/)src\/(\w+)\//u.exec(path) ?? [];
  return [module, set];
};
const platforms = /^(?:apple|ios|js|linux|macos|mingw|native|wasm)/u;

/** Other modules are farther than other platforms; what all platforms share says what they have. */
export function farFrom([module, own]: readonly [string, string], path: string): number {
  const [other, set] = sourceSet(path);
  const platform = set === 'commonMain' ? 0 : set === own ? 1 : platforms.test(set) ? 3 : 2;
  return (module === other ? 0 : 4) + platform;
}

/** Whether a file of Kotlin is for a platform that another one is not for. */
export const isOfOtherPlatform = (one: TableFile, other: TableFile): boolean =>
  one.family === 'java' &&
  platforms.test(sourceSet(one.path)[1]) &&
  !platforms.test(sourceSet(other.path)[1]);
