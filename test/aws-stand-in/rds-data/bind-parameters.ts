import { AwsError } from '../aws-error.ts';
import { refuseNewerSql } from './refuse-newer-sql.ts';
import { parameterCast, parameterText } from './sql-parameter.ts';
import type { SqlParameter } from './sql-parameter.ts';
import { tokeniseSql } from './sql-tokens.ts';
import type { SqlToken } from './sql-tokens.ts';

/** A statement as PostgreSQL takes it: `$n` with the type that the service binds it as. */
export interface BoundStatement {
  text: string;
  values: (string | null)[];
}

/** Characters of one statement (API_ExecuteStatement). */
const STATEMENT_LENGTH_MAX = 65_536;

const refuse = (message: string): AwsError => new AwsError('BadRequestException', 400, message);

/**
 * Turns the `:name` parameters of one statement into `$n::type`.
 * @throws BadRequestException for a parameter without a value, or for `?` and `$1`, which a JDBC parser misreads;
 *   DatabaseErrorException for what PostgreSQL 17 does not know;
 *   ValidationException for more than one statement, or one that is too long
 */
export function bindParameters(sql: string, parameters: readonly SqlParameter[]): BoundStatement {
  if (sql.length > STATEMENT_LENGTH_MAX)
    throw new AwsError(
      'ValidationException',
      400,
      `Value at 'sql' failed to satisfy constraint: Member must have length less than or equal to ${STATEMENT_LENGTH_MAX}`,
    );
  const tokens = tokeniseSql(sql);
  refuseSeveralStatements(tokens);
  refuseLineComments(tokens);
  refuseNewerSql(tokens);
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const numbers = new Map<string, number>();
  const values: (string | null)[] = [];
  const text = tokens.map((token) => {
    if (token.kind === 'code' && /^(\?|\$\d+)$/.test(token.text)) {
      throw refuse(`Positional parameters and operators with ? are not supported: ${token.text}`);
    }
    if (token.kind !== 'parameter') return token.text;
    const name = token.text.slice(1);
    const parameter = byName.get(name);
    if (!parameter) throw refuse(`Cannot find parameter: ${name}`);
    const number = numbers.get(name) ?? values.push(parameterText(parameter));
    numbers.set(name, number);
    const cast = parameterCast(parameter);
    return cast ? `$${number}::${cast}` : `$${number}`;
  });
  return { text: text.join(''), values };
}

/** The words a statement begins with, in lower case and without comments: `rollback to`, `select`. */
export function leadingWords(sql: string, count: number): string[] {
  return tokeniseSql(sql)
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
    .slice(0, count)
    .map(({ text }) => text.toLowerCase());
}

function refuseSeveralStatements(tokens: readonly SqlToken[]): void {
  const end = tokens.findIndex(({ kind }) => kind === 'semicolon');
  if (end < 0) return;
  const blank = new Set<SqlToken['kind']>(['space', 'comment', 'semicolon']);
  if (tokens.slice(end).every(({ kind }) => blank.has(kind))) return;
  throw new AwsError('ValidationException', 400, "Multistatements aren't supported.");
}

/** Whether the service's own parser knows them nobody says, so they are not to get there. */
function refuseLineComments(tokens: readonly SqlToken[]): void {
  const comment = tokens.find(({ kind, text }) => kind === 'comment' && text.startsWith('--'));
  if (comment) throw refuse(`A comment may be misread for parameters: ${comment.text}`);
}
