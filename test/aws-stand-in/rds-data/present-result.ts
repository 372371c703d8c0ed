import { AwsError } from '../aws-error.ts';
import { describeColumns, unsupported } from './column-type.ts';
import type { ColumnType } from './column-type.ts';
import { toField } from './result-field.ts';
import type { RunSql, SqlResult } from './sql-engine.ts';

/** Limits of the service in bytes: one row, and the answer. */
const ROW_BYTES_MAX = 64 * 1024;
const RESULT_BYTES_MAX = 1024 * 1024;

export interface ResultOptions {
  includeResultMetadata?: boolean;
}

/**
 * The answer to ExecuteStatement. `numberOfRecordsUpdated` is 0 where rows come back, also of a RETURNING.
 * @throws UnsupportedResultException for a type it cannot carry, or a row or result that is too large
 */
export async function presentResult(
  result: SqlResult,
  options: ResultOptions,
  run: RunSql,
): Promise<Record<string, unknown>> {
  const { columns, rows, affectedRows } = result;
  if (columns.length === 0) return { generatedFields: [], numberOfRecordsUpdated: affectedRows };
  const types = await describeColumns(
    columns.map(({ typeOid }) => typeOid),
    run,
  );
  for (const row of rows) refuseLargeRow(row);
  const records = rows.map((row) => row.map((text, index) => toField(text, typeAt(types, index))));
  const answer = {
    generatedFields: [],
    numberOfRecordsUpdated: 0,
    records,
    ...(options.includeResultMetadata
      ? { columnMetadata: columns.map(({ name }, index) => presentColumn(name, typeAt(types, index))) }
      : {}),
  };
  refuseLarge(JSON.stringify(answer));
  return answer;
}

function presentColumn(name: string, type: ColumnType): Record<string, unknown> {
  return {
    arrayBaseColumnType: type.element?.jdbc ?? 0,
    isAutoIncrement: false,
    isCaseSensitive: type.form === 'string',
    isCurrency: false,
    isSigned: type.form === 'long' || type.form === 'double',
    label: name,
    name,
    nullable: 1,
    precision: 0,
    scale: 0,
    schemaName: '',
    tableName: '',
    type: type.jdbc,
    typeName: type.name,
  };
}

function refuseLargeRow(row: readonly (string | null)[]): void {
  const bytes = row.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
  if (bytes > ROW_BYTES_MAX) {
    throw new AwsError(
      'UnsupportedResultException',
      400,
      `Packet for query is too large (${bytes} > ${ROW_BYTES_MAX}).`,
    );
  }
}

function refuseLarge(text: string): void {
  if (Buffer.byteLength(text) > RESULT_BYTES_MAX) {
    const message = 'Database returned more than the allowed response size limit';
    throw new AwsError('UnsupportedResultException', 400, message);
  }
}

function typeAt(types: readonly ColumnType[], index: number): ColumnType {
  const type = types[index];
  if (!type) throw unsupported(`column ${index}`);
  return type;
}
