import { GLOBAL_USING, type ImportedName } from '../file-index.ts';
import type { LanguageFamily } from '../languages/language.ts';
import { receiverPath } from './receiver.ts';

/** The names of a Rust use tree such as `a::{self, b::C as D, e::*}`, `*` for all of a module; at most 500. */
function useTree(text: string, prefix: readonly string[], names: ImportPart[], depth = 0): ImportPart[] {
  const brace = text.indexOf('{');
  if (depth > 10 || names.length >= 500 || text === '') return names;
  if (brace >= 0 && text.endsWith('}')) {
    const inner = [...prefix, ...segments(text.slice(0, brace))];
    for (const part of splitGroup(text.slice(brace + 1, -1))) useTree(part.trim(), inner, names, depth + 1);
    return names;
  }
  const [whole = '', alias] = text.split(/\sas\s/).map((part) => part.trim());
  const own = segments(whole);
  const path = [...prefix, ...(own.length === 1 && own[0] === 'self' && prefix.length > 0 ? [] : own)];
  if (path.length > 0 && alias !== '_') names.push(lastPart(path, alias));
  return names;
}

function segments(path: string): string[] {
  return path
    .split('::')
    .map((part) => part.trim())
    .filter(Boolean);
}

function splitGroup(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of text) {
    if (character === ',' && depth === 0) {
      parts.push(part);
      part = '';
      continue;
    }
    depth += character === '{' ? 1 : character === '}' ? -1 : 0;
    part += character;
  }
  return [...parts, part];
}

/** A name that one match of an import brings in: several for a grouped Rust `use`. */
export interface ImportPart {
  specifier: string;
  names: ImportedName[];
}

type Texts = ReadonlyMap<string, string>;

/** An import's captures in one notation: dotted specifiers for packages, paths for files, and the names they bring. */
export function importNames(family: LanguageFamily, texts: Texts): ImportPart[] {
  const reader = readers[family];
  return reader ? reader(texts) : [];
}

/** The whole of a module, under a name or without a prefix. */
const all = (specifier: string, local = '*'): ImportPart[] => [
  { specifier, names: [{ imported: '*', local }] },
];

const readers: Partial<Record<LanguageFamily, (texts: Texts) => ImportPart[]>> = {
  ecma: (texts) => [{ specifier: texts.get('specifier') ?? '', names: ecmaNames(texts) }],
  python: pythonImport,
  go: goImport,
  java: javaImport,
  rust: rustImport,
  csharp: csharpImport,
  php: phpImport,
  ruby: (texts) => {
    const specifier = texts.get('specifier') ?? '';
    const isRelative = texts.get('_require') === 'require_relative' && !specifier.startsWith('.');
    return all(isRelative ? `./${specifier}` : specifier);
  },
  shell: (texts) => all(sourcedPath(texts.get('specifier') ?? '')),
  c: (texts) => {
    const usingPath = texts.get('using')?.split('::').filter(Boolean);
    const local = texts.get('alias');
    // Another name of a namespace.
    if (usingPath && local) return [{ specifier: '', names: [{ imported: usingPath.join('.'), local }] }];
    if (usingPath) return [lastPart(usingPath)];
    return all((texts.get('specifier') ?? '').replace(/^<(.*)>$/, '$1').replaceAll('::', '.'));
  },
};

function ecmaNames(texts: Texts): ImportedName[] {
  const [imported, alias] = [texts.get('imported'), texts.get('alias')];
  const [byDefault, namespace] = [texts.get('default'), texts.get('namespace')];
  const given = texts.get('given');
  // `Socket.Server = Server` and `Socket.Server = require('./server')`.
  if (given !== undefined)
    return [{ imported: imported ?? '*', local: `${given}.${alias ?? namespace ?? ''}` }];
  if (imported !== undefined) return [{ imported, local: alias ?? imported }];
  if (byDefault !== undefined) return [{ imported: 'default', local: byDefault }];
  if (namespace !== undefined)
    return [{ imported: '*', local: namespace.startsWith('require(') ? receiverPath(namespace) : namespace }];
  return texts.has('wildcard') ? [{ imported: '*', local: '*' }] : [];
}

function pythonImport(texts: Texts): ImportPart[] {
  const specifier = (texts.get('specifier') ?? '').replaceAll(/\s/g, '');
  const imported = texts.get('imported');
  if (texts.has('wildcard')) return all(specifier);
  if (imported !== undefined)
    return [{ specifier, names: [{ imported, local: texts.get('alias') ?? imported }] }];
  return all(specifier, texts.get('namespace') ?? specifier);
}

function goImport(texts: Texts): ImportPart[] {
  const specifier = texts.get('specifier') ?? '';
  if (texts.has('wildcard')) return all(specifier);
  const parts = specifier.split('/');
  // A major version is part of the path and not of the package's name.
  const last = /^v\d+$/.test(parts.at(-1) ?? '') ? parts.at(-2) : parts.at(-1);
  return all(specifier, texts.get('namespace') ?? last ?? specifier);
}

function javaImport(texts: Texts): ImportPart[] {
  const specifier = texts.get('specifier') ?? '';
  // Kotlin and Scala hand over the whole clause.
  if (/^import\s/.test(specifier)) return importClause(specifier.slice('import'.length));
  return texts.has('wildcard') ? all(specifier) : [lastPart(specifier.split('.'))];
}

/** `a.b.C`, `a.b.*`, `a.b.C as D`, `a.b.{C, D => E, _}` and several of them. */
function importClause(clause: string): ImportPart[] {
  const grouped = /^([^{}]*)\{([^{}]*)\}\s*$/.exec(clause);
  const [, before = '', selectors = ''] = grouped ?? [];
  const paths = grouped
    ? selectors.split(',').map((selector) => `${before.trim()}${selector.trim()}`)
    : clause.split(',');
  return paths.flatMap((written) => {
    const [dotted = '', alias] = written.split(/\bas\b|=>/).map((part) => part.trim());
    const path = dotted.replaceAll(/[\s`]/g, '').split('.');
    if (path.length < 2) return [];
    return /^[*_]$|^given$/.test(path.at(-1) ?? '')
      ? all(path.slice(0, -1).join('.'))
      : [lastPart(path, alias)];
  });
}

/** The sourced path, from where its text is no variable: `"$HERE/lib/log.sh"` is `lib/log.sh`. */
function sourcedPath(written: string): string {
  const bare = written.replaceAll(/["']/g, '');
  const dynamic = Math.max(bare.lastIndexOf(')'), bare.lastIndexOf('}'));
  const rest = bare.slice(dynamic + 1).replace(/^\$\w+/, '');
  return rest.replace(/^\//, dynamic >= 0 || rest !== bare ? '' : '/');
}

function csharpImport(texts: Texts): ImportPart[] {
  const specifier = (texts.get('specifier') ?? '').replace(/<[^]*/u, '');
  const alias = texts.get('namespace');
  return alias === undefined
    ? [{ specifier, names: [{ imported: texts.has('global') ? GLOBAL_USING : '*', local: '*' }] }]
    : [lastPart(specifier.split('.'), alias)];
}

function phpImport(texts: Texts): ImportPart[] {
  const text = texts.get('specifier') ?? '';
  if (/\.\w+$|\//.test(text)) return all(`./${text.replace(/^\/+/, '')}`);
  const whole = [texts.get('prefix'), text].filter(Boolean).join('\\');
  return [lastPart(whole.replace(/^\\/, '').split('\\'), texts.get('namespace'))];
}

function rustImport(texts: Texts): ImportPart[] {
  const submodule = texts.get('submodule');
  if (submodule !== undefined) return all(`self.${submodule}`, submodule);
  const written = (texts.get('tree') ?? '').replaceAll(/\/\/[^\n]*|\/\*.*?(?:\*\/|$)/gs, ' ');
  return useTree(written.trim(), [], []);
}

/** `a.b.C` as the name `C` of the package `a.b`. */
function lastPart(path: readonly string[], alias?: string): ImportPart {
  const imported = path.at(-1) ?? '';
  return { specifier: path.slice(0, -1).join('.'), names: [{ imported, local: alias ?? imported }] };
}
