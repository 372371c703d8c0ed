import { AwsError } from '../aws-error.ts';
import type { SqlToken } from './sql-tokens.ts';

/** Functions that PostgreSQL has since 18 (its release notes); PGlite is an 18, and Aurora's clusters are of 17. */
const FUNCTIONS_OF_18 = new Set([
  'uuidv4',
  'uuidv7',
  'casefold',
  'array_sort',
  'array_reverse',
  'crc32',
  'crc32c',
  'gamma',
  'lgamma',
]);

const refuse = (message: string, sqlState: string): AwsError =>
  new AwsError('DatabaseErrorException', 400, `ERROR: ${message}; SQLState: ${sqlState}`);

/** Refuses what the embedded engine knows and the cluster does not. @throws as PostgreSQL 17 does */
export function refuseNewerSql(tokens: readonly SqlToken[]): void {
  const words = tokens
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
    .map(({ kind, text }) => (kind === 'opaque' ? '' : text.toLowerCase()));
  for (const [place, word] of words.entries()) {
    const [next = '', afterNext = ''] = words.slice(place + 1, place + 3);
    if (FUNCTIONS_OF_18.has(word) && next === '(') throw refuse(`function ${word} does not exist`, '42883');
    // Of a generated column, after the parenthesis that closes its expression.
    if (word === ')' && next === 'virtual') throw refuse('syntax error at or near "virtual"', '42601');
    if (word === 'without' && next === 'overlaps') throw refuse('syntax error at or near "without"', '42601');
    if (word === 'returning' && (next === 'old' || next === 'new') && afterNext === '.')
      throw refuse(`missing FROM-clause entry for table "${next}"`, '42P01');
  }
}
