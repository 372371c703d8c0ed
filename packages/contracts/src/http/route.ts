import type * as z from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { JobName } from '../jobs/jobs.ts';
import type { Capability, Scope } from '../vocabulary.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What a call is counted against (decision 16). Relationship writes count per workspace, the rest per key. */
export type RateClass = 'read' | 'write' | 'relationship' | 'observation';

/** The parameters that a path names in braces. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** Parameters of a path that name nothing unless they are well formed: a malformed one is 404 like an unknown one (decision 2). */
export const PATH_IDENTIFIERS: ReadonlySet<string> = new Set(['ref', 'id', 'session_id']);

/** One row of the route table: all that is to be known of an endpoint but what it does. */
export interface Route {
  method: Method;
  /** With `{name}` where a parameter stands, as the specification writes it. */
  path: string;
  summary: string;
  tag: string;
  /** The least scope that may call it; null where no key is asked for. */
  scope: Scope | null;
  rate: RateClass;
  query?: z.ZodType;
  body?: z.ZodType;
  status: number;
  /** Absent where the answer has no body. */
  response?: z.ZodType;
  /** Refusals beyond those every endpoint shares. */
  errors: readonly ErrorCode[];
  /** Creates something, so that an `Idempotency-Key` is honoured (decision 15). */
  idempotent?: boolean;
  /** Jobs that it sends: in AWS its function may send these and no others. */
  sends?: readonly JobName[];
  /** What it reaches beside the database: in AWS its function has no right to anything else. */
  uses?: readonly Capability[];
  /** Not part of the specification (decision 42). */
  extension?: boolean;
}
