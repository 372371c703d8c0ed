import { AwsError } from '../aws-error.ts';

/** A parameter as it arrives on the wire. */
export interface SqlParameter {
  name?: string;
  typeHint?: string;
  value?: {
    isNull?: boolean;
    stringValue?: string;
    longValue?: number;
    doubleValue?: number | string;
    booleanValue?: boolean;
    blobValue?: string;
    arrayValue?: object;
  };
}

const TYPE_OF_HINT: Record<string, string> = {
  DATE: 'date',
  DECIMAL: 'numeric',
  JSON: 'json',
  TIME: 'time',
  TIMESTAMP: 'timestamp',
  UUID: 'uuid',
};

const refuse = (message: string): AwsError => new AwsError('BadRequestException', 400, message);

/** The PostgreSQL type the service binds a value as; none for a null without a hint, whose type the statement decides. */
export function parameterCast({ value, typeHint }: SqlParameter): string | undefined {
  if (typeHint !== undefined) {
    const type = TYPE_OF_HINT[typeHint];
    if (type === undefined) throw new AwsError('ValidationException', 400, `Unknown typeHint ${typeHint}`);
    return type;
  }
  if (value?.stringValue !== undefined) return 'text';
  if (value?.longValue !== undefined) return 'bigint';
  if (value?.doubleValue !== undefined) return 'float8';
  if (value?.booleanValue !== undefined) return 'boolean';
  if (value?.blobValue !== undefined) return 'bytea';
  return undefined;
}

/** A value in the text form of PostgreSQL. @throws BadRequestException for an array or for no value at all */
export function parameterText({ name, value = {} }: SqlParameter): string | null {
  if (value.arrayValue !== undefined) throw refuse('Array parameters are not supported.');
  if (value.isNull === true) return null;
  if (value.stringValue !== undefined) return value.stringValue;
  if (value.longValue !== undefined) {
    if (!Number.isInteger(value.longValue)) throw refuse(`The longValue of ${name} is not a whole number.`);
    return BigInt(value.longValue).toString();
  }
  if (value.doubleValue !== undefined) return String(value.doubleValue);
  if (value.booleanValue !== undefined) return String(value.booleanValue);
  if (value.blobValue !== undefined) return `\\x${Buffer.from(value.blobValue, 'base64').toString('hex')}`;
  throw refuse(`Parameter ${name} has no value.`);
}
