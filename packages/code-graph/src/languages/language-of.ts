import { c } from './c.ts';
import { cpp } from './cpp.ts';
import { csharp } from './csharp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import type { Language, LanguageFamily } from './language.ts';
import { kotlin } from './kotlin.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import { scala } from './scala.ts';
import { shell } from './shell.ts';
import { swift } from './swift.ts';
import { svelte, tsx, typescript, vue } from './typescript.ts';
import path from 'node:path';

/** As much of a script as its first line is looked for in, in bytes. */
export const HEAD_BYTES = 100;

const nameOf = (program: string): string => program.slice(program.lastIndexOf('/') + 1);

/**
 * The program that a script names in its first line, without the version: `python` of `#!/usr/bin/env -S python3.12 -u`.
 * @returns undefined where the text begins otherwise
 */
function interpreterOf(source: string): string | undefined {
  if (!source.startsWith('#!')) return undefined;
  const [line = ''] = source.slice(2, HEAD_BYTES).split(/[\r\n]/u, 1);
  const [program = '', ...rest] = line.split(/[ \t]/u).filter(Boolean);
  // Words before the program are options of env and variables that it sets.
  const named =
    nameOf(program) === 'env' ? rest.find((word) => !word.startsWith('-') && !word.includes('=')) : program;
  return nameOf(named ?? '').split(/-?\d/u, 1)[0];
}

const languages: readonly Language[] = [
  typescript,
  tsx,
  vue,
  svelte,
  javascript,
  python,
  go,
  java,
  rust,
  csharp,
  ruby,
  php,
  c,
  cpp,
  kotlin,
  scala,
  shell,
  swift,
];

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
  /^[ \t]*(?:class[ \t]+\w|namespace\b|template[ \t]*<|using[ \t]+\w|public:|private:|protected:|friend[ \t]|virtual[ \t])/m;

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
  const isHeader = language === c && filePath.toLowerCase().endsWith('.h');
  return isHeader && (source.includes('std::') || onlyInCpp.test(source)) ? cpp : language;
}

/** Whether a file of C or C++ is there for others to include: any other one is compiled by itself. */
export const isHeader = (filePath: string): boolean => /\.(?:h(?:h|pp|xx)?|ipp|inl)$/u.test(filePath);

/** Formats of files that configure or declare. */
const CONFIG_LANGUAGES = /* @__PURE__ */ new Set(
  'json yaml toml env sql dockerfile proto graphql'.split(' '),
);

/** The family of a FileIndex, by the name of its language. */
export function familyOf(languageName: string): LanguageFamily {
  if (CONFIG_LANGUAGES.has(languageName)) return 'config';
  return languages.find(({ name }) => name === languageName)?.family ?? 'manifest';
}
