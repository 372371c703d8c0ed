import type * as z from 'zod';
import { VALIDATION_ISSUE_TYPES, type ValidationIssue, type ValidationIssueType } from '../errors.ts';

/**
 * Faults as one line: places without the part of the request, and reasons; never a value, which may hold what must not be repeated.
 * @param whole what a fault of the whole is named by
 */
export const describeFaults = (
  issues: readonly Pick<ValidationIssue, 'loc' | 'msg'>[],
  whole: string,
): string => issues.map(({ loc, msg }) => `${loc.slice(1).join('.') || whole}: ${msg}`).join('; ');

export type RequestPart = 'body' | 'query' | 'path';

type ZodIssue = z.core.$ZodIssue;

const EXPECTED_TYPES: Record<string, { type: ValidationIssueType; noun: string }> = {
  string: { type: 'string_type', noun: 'a valid string' },
  int: { type: 'int_type', noun: 'a valid integer' },
  number: { type: 'float_type', noun: 'a valid number' },
  boolean: { type: 'bool_type', noun: 'a valid boolean' },
  array: { type: 'list_type', noun: 'a valid list' },
  object: { type: 'dict_type', noun: 'a valid object' },
  record: { type: 'dict_type', noun: 'a valid object' },
};

const isIssueType = (value: unknown): value is ValidationIssueType =>
  VALIDATION_ISSUE_TYPES.some((type) => type === value);

function describe(issue: ZodIssue): { type: ValidationIssueType; msg: string } {
  switch (issue.code) {
    case 'invalid_type': {
      // Zod leaves the value out of an issue unless asked to report it; `undefined` then means absent.
      if (issue.input === undefined) return { type: 'missing', msg: 'Field required' };
      const { type, noun } = EXPECTED_TYPES[issue.expected] ?? { type: 'value_error', noun: issue.expected };
      return { type, msg: `Input should be ${noun}` };
    }
    case 'invalid_value':
      if (issue.input === undefined) return { type: 'missing', msg: 'Field required' };
      return { type: 'enum', msg: `Input should be one of: ${issue.values.map(String).join(', ')}` };
    case 'too_small':
    case 'too_big': {
      const least = issue.code === 'too_small';
      const bound = least ? issue.minimum : issue.maximum;
      if (issue.origin === 'array')
        return {
          type: least ? 'too_short' : 'too_long',
          msg: `List should have at ${least ? 'least' : 'most'} ${bound} items`,
        };
      if (issue.origin === 'string')
        return {
          type: least ? 'string_too_short' : 'string_too_long',
          msg: `String should have at ${least ? 'least' : 'most'} ${bound} characters`,
        };
      return least
        ? { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${bound}` }
        : { type: 'less_than_equal', msg: `Input should be less than or equal to ${bound}` };
    }
    case 'custom': {
      const type: unknown = issue.params?.['type'];
      return { type: isIssueType(type) ? type : 'value_error', msg: issue.message };
    }
    default:
      return { type: 'value_error', msg: issue.message };
  }
}

export function toValidationIssues(part: RequestPart, issues: readonly ZodIssue[]): ValidationIssue[] {
  return issues.map((issue) => ({
    loc: [part, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))],
    ...describe(issue),
  }));
}
