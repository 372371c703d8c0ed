import * as z from 'zod';
import { component } from './fields.ts';

/** Every refusal with a code, and its status: the one place where the two meet. */
export const ERRORS = {
  authentication_failed: 401,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  rate_limited: 429,
  service_unavailable: 503,
  // Coded answers: the reply carries the code.
  self_edge_not_allowed: 422,
  excluded_relationship_type: 422,
  duplicate_manual_relationship: 409,
  relationship_not_manual: 409,
  graph_too_large: 413,
  idempotency_key_reused: 422,
  upstream_unavailable: 503,
  workspace_not_specified: 400,
  no_workspace_membership: 403,
  invalid_workspace_id: 400,
} as const;
export type ErrorCode = keyof typeof ERRORS;

/** Codes that stand in the reply as `{detail, code}`; all others answer `{detail}` alone (decision 14). */
export const CODED_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'self_edge_not_allowed',
  'excluded_relationship_type',
  'duplicate_manual_relationship',
  'relationship_not_manual',
  'graph_too_large',
  'idempotency_key_reused',
]);

export const VALIDATION_ISSUE_TYPES = [
  'missing',
  'string_type',
  'int_type',
  'float_type',
  'bool_type',
  'list_type',
  'dict_type',
  'int_parsing',
  'float_parsing',
  'bool_parsing',
  'string_too_short',
  'string_too_long',
  'string_unicode',
  'too_short',
  'too_long',
  'greater_than_equal',
  'less_than_equal',
  'enum',
  'json_invalid',
  'multiple_values',
  'value_error',
] as const;
export type ValidationIssueType = (typeof VALIDATION_ISSUE_TYPES)[number];

export const ValidationIssue = component('ValidationIssue', {
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  type: z.enum(VALIDATION_ISSUE_TYPES),
});
export type ValidationIssue = z.output<typeof ValidationIssue>;

export const ErrorReply = component('Error', { detail: z.string() });
export const CodedErrorReply = component('CodedError', { detail: z.string(), code: z.string() });
export const ValidationErrorReply = component('ValidationError', { detail: z.array(ValidationIssue) });
