import * as z from 'zod';
import type { ValidationIssue } from '@memory/contracts';

/**
 * A query string as the schema wants it: a list where the schema has one, else a single value. It is read from the raw
 * string, since the gateway's own map joins repeated values with commas, and a tag may contain one.
 */
export function readQuery(schema: z.ZodType, rawQueryString: string) {
  const parameters = new URLSearchParams(rawQueryString);
  const values: Record<string, string | string[]> = {};
  const issues: ValidationIssue[] = [];
  if (!(schema instanceof z.ZodObject)) return { values, issues };
  for (const [name, field] of Object.entries(schema.shape)) {
    const given = parameters.getAll(name);
    const [first] = given;
    if (first === undefined) continue;
    if (isList(field)) values[name] = given;
    else if (given.length === 1) values[name] = first;
    else
      issues.push({ loc: ['query', name], msg: 'Parameter should be given once', type: 'multiple_values' });
  }
  return { values, issues };
}

function isList(field: z.core.$ZodType): boolean {
  if (field instanceof z.ZodArray) return true;
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return isList(field.unwrap());
  return field instanceof z.ZodPipe && isList(field.in);
}
