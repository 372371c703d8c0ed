import path from 'node:path';
import { c } from './c.ts';
import { cpp } from './cpp.ts';
import type { Language, LanguageFamily } from './language.ts';
import { languages } from './languages.ts';

const byExtension = new Map(
  languages.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)),
);

// Words which start a line in C++ and cannot in C: a header does not say which of the two it is.
const onlyInCpp =
  /^[ \t]*(?:class[ \t]+\w|namespace\b|template[ \t]*<|using[ \t]+\w|public:|private:|protected:)/m;

/**
 * The language of a file, by its extension and, for a `.h`, by what it holds.
 * @returns undefined when no grammar reads it
 */
export function languageOf(filePath: string, source = ''): Language | undefined {
  const language = byExtension.get(path.posix.extname(filePath).toLowerCase());
  return language === c && filePath.toLowerCase().endsWith('.h') && onlyInCpp.test(source) ? cpp : language;
}

/** The family of a FileIndex, by the name of its language. */
export function familyOf(languageName: string): LanguageFamily {
  return languages.find(({ name }) => name === languageName)?.family ?? 'manifest';
}
