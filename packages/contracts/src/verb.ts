import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { JobName } from './jobs/jobs.ts';
import type { ToolDoor } from './tools/tool-door.ts';
import type { Capability, RateClass, Scope } from './vocabulary.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A method, and a path below `/api/v1` with `{name}` where a parameter stands: `GET /memories/{ref}`. */
export type Endpoint = `${Method} /${string}`;

export interface HttpDoor {
  at: Endpoint;
  /** Of a success: 200, or 204 where there is no output, unless it is given. */
  status?: number;
  /** Group of the OpenAPI document, where it is not the noun's. */
  tag?: string;
  /** A body beside an input that travels in the query. */
  body?: z.ZodType;
  headers?: { request: Readonly<Record<string, string>>; response: Readonly<Record<string, string>> };
  /** Creates something, so that an `Idempotency-Key` is honoured (decision 15). */
  idempotent?: boolean;
  /** Part of the specification; all others are extensions (decision 42). */
  specified?: boolean;
}

/** How a verb is offered to an operator, who needs no key: locally behind the server's own token, in AWS behind IAM. */
export interface OperatorDoor {
  /** Of a `workspace` its input names the id, as `workspaceId`, beside all else. */
  of: 'workspace' | 'service';
  /** The verb's input, with the wording and the defaults of a command, where that is another. */
  input?: z.ZodObject;
  /** Words of the command below `admin` that does it, where one does nothing else: `key create`. */
  command?: string;
  /**
   * Offered in the console: to members of a workspace by the verb's scope, and to whoever has the data. What deletes a workspace or
   * moves its rows stays with the command.
   */
  console?: boolean;
}

/** One row: all that is to be known of a verb but its work. A door adds to it only what no other door knows. */
export interface Verb {
  /** One sentence, for the OpenAPI document, the description of a function and the help of a command. Tools have their own. */
  summary?: string;
  /** The least scope that may do it; `operator`: no key and no member may. */
  scope: Scope | 'operator';
  /** `read` for what is asked by GET, else `write`, unless it is given. */
  rate?: RateClass;
  /** Given beside the names in a path: the query of GET and DELETE, the body of other methods. */
  input?: z.ZodType;
  output?: z.ZodType;
  /** Refusals beyond those that every verb shares. */
  errors?: readonly ErrorCode[];
  /** Jobs that it sends: in AWS its function may send these and no others. */
  sends?: readonly JobName[];
  /** Resources beside the database that it reaches: in AWS its function has no right to any other. */
  uses?: readonly Capability[];
  doors: { http?: Endpoint | HttpDoor; tool?: ToolDoor; operator?: OperatorDoor };
}

export type Verbs = Readonly<Record<string, Verb>>;

export interface Noun<Rows extends Verbs = Verbs> {
  /** Name of the file of its handlers below `functions/api`. */
  name: string;
  tag: string;
  verbs: Rows;
}

export function noun<const Rows extends Verbs>(name: string, tag: string, verbs: Rows): Noun<Rows> {
  return { name, tag, verbs };
}
