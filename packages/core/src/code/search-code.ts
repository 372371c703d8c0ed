import type { CodeSymbolKind, CodeSymbolRecord } from '@memory/contracts';
import { describeDatabaseFailure, findNearestSymbols, searchSymbols, type Workspace } from '@memory/db';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { pathPatternOf } from './path-pattern.ts';
import { presentSymbol } from './present-symbol.ts';

export interface SearchCodeInput {
  /** A part of the name, whatever its case; with a dot in it, of the qualified name. */
  q?: string | undefined;
  /** A glob over paths. */
  file_pattern?: string | undefined;
  symbol_type?: CodeSymbolKind | undefined;
  /** Its label. */
  repository?: string | undefined;
  limit: number;
}

/** SQLSTATE of a regular expression that the database will not take: too complex, as a rule. */
const INVALID_REGULAR_EXPRESSION = '2201B';

/** Symbols by name, file and type; where none matches a name, those of the nearest names. @throws validation_failed for a glob that cannot be used */
export async function searchCode(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { q = '', file_pattern: filePattern, symbol_type: kind, repository, limit }: SearchCodeInput,
): Promise<{ count: number; results: CodeSymbolRecord[]; nearest: CodeSymbolRecord[] }> {
  const name = q.trim();
  try {
    const found = await searchSymbols(db, workspace.id, {
      name: name === '' ? null : name,
      pathPattern: filePattern === undefined ? null : pathPatternOf(filePattern),
      kind: kind ?? null,
      repository: repository ?? null,
      limit,
    });
    const nearest =
      found.length === 0 && name !== ''
        ? await findNearestSymbols(db, workspace.id, { name, repository: repository ?? null })
        : [];
    return {
      count: found.length,
      results: found.map(presentSymbol),
      nearest: nearest.map(presentSymbol),
    };
  } catch (error) {
    if (describeDatabaseFailure(error).sqlState !== INVALID_REGULAR_EXPRESSION) throw error;
    const msg = 'Pattern is not a glob that can be searched';
    throw new ServiceError('validation_failed', msg, {
      issues: [{ loc: ['body', 'file_pattern'], msg, type: 'value_error' }],
    });
  }
}
