import { TEST_PATH } from '@memory/code-graph';
import { mentionsIn } from '@memory/code-graph/anchors';
import type { CodeSymbolKind, CodeSymbolRecord } from '@memory/contracts';
import {
  describeDatabaseFailure,
  findNearestSymbols,
  findSymbolsByWords,
  isAbbreviation,
  listCodeRepositories,
  searchSymbols,
  type Workspace,
} from '@memory/db';
import { analyze, type Language } from '@memory/text';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { pathPatternOf } from './path-pattern.ts';
import { presentSymbol } from './present-symbol.ts';

export interface SearchCodeInput {
  /** A part of the name, whatever its case; with a dot in it, of the qualified name. */
  q?: string | undefined;
  file_pattern?: string | undefined;
  symbol_type?: CodeSymbolKind | undefined;
  repository?: string | undefined;
  limit: number;
  offset?: number | undefined;
}

export interface FoundCode {
  count: number;
  results: CodeSymbolRecord[];
  hasMore: boolean;
  nearest: CodeSymbolRecord[];
  /** Labels of all that are indexed, where the one asked for is not. */
  repositories: string[];
}

/** Of one page; the last symbol only says that there are more. */
const ROWS_MAX = 500;

/** A symbol found by words of comments is one of few, or none. */
const WORDS_FOUND_MAX = 10;

const NEAREST_MAX = 5;

/** Each is a statement. */
const ENDS_MAX = 3;

/** Stems of the words of a question, without those that say nothing; `polici` is part of no `policy`, and `polic` is. */
const wordsOf = (asked: string, language: Language): string[] => [
  ...new Set(
    analyze(asked, language)
      .map(({ lexeme }) => lexeme.toLowerCase().replace(/i$/u, ''))
      .filter((lexeme) => lexeme.length > 2),
  ),
];

/** Of a route that is asked for as callers call it, what a router says that is mounted below, with the verb: `GET /me` of `GET /users/me`. */
function routeEndsOf(asked: string): string[] {
  const [route] = mentionsIn(asked.startsWith('/') ? `\`${asked}\`` : asked).names;
  const ends = route?.ends.filter((end) => /\/\w/u.test(end)).slice(0, ENDS_MAX) ?? [];
  return ends.map((end) => [...(route?.owners ?? []), end].join(' '));
}

/** SQLSTATE of a regular expression that the database will not take: too complex, as a rule. */
const INVALID_REGULAR_EXPRESSION = '2201B';

/** Symbols by name, file and type; where none matches a name, those of the nearest names. @throws validation_failed for a glob that cannot be used */
export async function searchCode(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { q = '', file_pattern: filePattern, symbol_type: kind, repository, limit, offset = 0 }: SearchCodeInput,
): Promise<FoundCode> {
  const name = q.trim();
  try {
    const asked = {
      pathPattern: filePattern === undefined ? null : pathPatternOf(filePattern),
      kind: kind ?? null,
      repository: repository ?? null,
      last: TEST_PATH,
      offset,
    };
    const found = await searchSymbols(db, workspace.id, {
      ...asked,
      name: name === '' ? null : name,
      limit: Math.min(limit + 1, ROWS_MAX),
    });
    if (found.length === 0 && offset === 0 && filePattern === undefined && (kind ?? 'route') === 'route')
      for (const end of routeEndsOf(name)) {
        const routes = { ...asked, name: end, kind: 'route', limit };
        found.push(...(await searchSymbols(db, workspace.id, routes)));
        if (found.length > 0) break;
      }
    const words = found.length === 0 && offset === 0 ? wordsOf(name, workspace.language) : [];
    const hold =
      (words.length > 1 || words.some(isAbbreviation)) && filePattern === undefined && kind === undefined
        ? await findSymbolsByWords(db, workspace.id, {
            words,
            repository: repository ?? null,
            last: TEST_PATH,
            limit: Math.min(limit, WORDS_FOUND_MAX),
          })
        : [];
    found.push(...hold.flatMap(({ symbol, isMost }) => (isMost ? [symbol] : [])));
    const isNone = found.length === 0 && offset === 0;
    const repositories =
      isNone && repository !== undefined ? await listCodeRepositories(db, workspace.id, { name: null }) : [];
    const unknown = repositories.some(({ name: label, origin }) => [label, origin].includes(repository ?? ''))
      ? []
      : repositories;
    const alike =
      isNone && name !== '' && hold.length === 0 && unknown.length === 0
        ? await findNearestSymbols(db, workspace.id, { name, repository: repository ?? null })
        : [];
    const nearest = isNone ? [...hold.map(({ symbol }) => symbol), ...alike].slice(0, NEAREST_MAX) : [];
    const results = found.slice(0, limit).map(presentSymbol);
    return {
      count: results.length,
      results,
      hasMore: found.length > limit,
      nearest: nearest.map(presentSymbol),
      repositories: unknown.map(({ name: label }) => label),
    };
  } catch (error) {
    if (describeDatabaseFailure(error).sqlState !== INVALID_REGULAR_EXPRESSION) throw error;
    const msg = 'Pattern is not a glob that can be searched';
    throw new ServiceError('validation_failed', msg, {
      issues: [{ loc: ['body', 'file_pattern'], msg, type: 'value_error' }],
    });
  }
}
