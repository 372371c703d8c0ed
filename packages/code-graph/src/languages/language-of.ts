import path from 'node:path';
import { c } from './c.ts';
import { cpp } from './cpp.ts';
import { interpreterOf } from './interpreter.ts';
import type { Language, LanguageFamily } from './language.ts';
import { languages } from './languages.ts';

const byExtension = /* @__PURE__ */ new Map(
  /* @__PURE__ */ languages.flatMap((language) =>
    language.extensions.map((extension) => [extension, language] as const),
  ),
);

const byInterpreter = /* @__PURE__ */ new Map(
  /* @__PURE__ */ languages.flatMap((language) =>
    (language.interpreters ?? []).map((name) => [name, language] as const),
  ),
);

// Words which start a line in C++ and cannot in C: a header does not say which of the two it is.
const onlyInCpp =
  /^[ \t]*(?:class[ \t]+\w|namespace\b|template[ \t]*<|using[ \t]+\w|public:|private:|protected:)/m;

/** Whether the name of a file says nothing of what it holds, as scripts are called that people run: `deploy`, `install 1.2`. */
export const hasNoEnding = (filePath: string): boolean =>
  !/.\.[a-z]\w*$/iu.test(path.posix.basename(filePath));

/**
 * The language of a file: by its extension; for a `.h`, by what it holds; for one without an ending, by the program that its first
 * line names.
 * @param source the file, or its first HEAD_BYTES
 * @returns undefined when no grammar reads it
 */
export function languageOf(filePath: string, source = ''): Language | undefined {
  const language = byExtension.get(path.posix.extname(filePath).toLowerCase());
  if (!language && hasNoEnding(filePath)) return byInterpreter.get(interpreterOf(source) ?? '');
  return language === c && filePath.toLowerCase().endsWith('.h') && onlyInCpp.test(source) ? cpp : language;
}

/** Formats of files that configure or declare. */
const CONFIG_LANGUAGES = /* @__PURE__ */ new Set(
  'json yaml toml env sql dockerfile proto graphql'.split(' '),
);

/** The family of a FileIndex, by the name of its language. */
export function familyOf(languageName: string): LanguageFamily {
  if (CONFIG_LANGUAGES.has(languageName)) return 'config';
  return languages.find(({ name }) => name === languageName)?.family ?? 'manifest';
}
