import type { CodeSymbolRow } from '@memory/db';
import { analyze, type Language } from '@memory/text';

/** A path of fewer parts is everybody's: `index.ts` says nothing about which. */
const PARTS_MIN = 2;

/**
 * The ways in which a memory may write a symbol's file: as indexed, below the repository's name, and from any folder
 * between, since a session may have run in a part of the repository.
 */
export function filesOf({ path, repository }: Pick<CodeSymbolRow, 'path' | 'repository'>): string[] {
  const parts = path.split('/');
  const ends = parts.map((_, start) => parts.slice(start).join('/'));
  const specific = ends.filter((_, start) => start === 0 || parts.length - start >= PARTS_MIN);
  return [...specific, `${repository}/${path}`];
}

/**
 * A tsquery for texts that name a symbol: an identifier of several words stands for itself, a single word only beside the
 * class or file it belongs to. Null when there is nothing to go by.
 */
export function nameQuery(
  { name, class_name, path, kind }: Pick<CodeSymbolRow, 'name' | 'class_name' | 'path' | 'kind'>,
  language: Language,
): string | null {
  const whole = wholeLexeme(name, language);
  if (!whole) return null;
  if (whole.joined) return `'${whole.lexeme}'`;
  const file =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/u, '') ?? '';
  const owner = class_name ?? (kind === 'module' ? (path.split('/').at(-2) ?? '') : file);
  const context = wholeLexeme(owner, language);
  return context && context.lexeme !== whole.lexeme ? `'${whole.lexeme}' & '${context.lexeme}'` : null;
}

/** The lexeme of a whole identifier, which is the last one that its analysis gives. */
const wholeLexeme = (identifier: string, language: Language) => analyze(identifier, language).at(-1);

/** The ways in which people write a name as a concept: `RetryPolicy`, `retry-policy`, `retry policy`, … */
export function conceptsOf({
  name,
  qualified_name,
}: Pick<CodeSymbolRow, 'name' | 'qualified_name'>): string[] {
  const words = name
    .split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .filter(Boolean);
  const lower = words.map((word) => word.toLowerCase());
  return [
    ...new Set([
      name,
      name.toLowerCase(),
      qualified_name,
      ...['-', '_', ' '].map((joint) => lower.join(joint)),
    ]),
  ];
}
