import type * as z from 'zod';
import type { RateClass } from '../http/route.ts';
import type { Scope } from '../vocabulary.ts';

export type ToolTransport = 'http' | 'stdio';

/** What a client may be told of a tool's effects. */
export interface ToolHints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  /** No tool reaches beyond the workspace's own data. */
  openWorldHint: false;
}

/** One row of the tool table: all that is to be known of a tool but what it does. */
export interface ToolRow {
  title: string;
  /** For a model that must choose: when to use it, when not, what comes back. At most 60 words. */
  description: string;
  transports: readonly ToolTransport[];
  /** The least scope that may call it (decision 12). */
  scope: Scope;
  rate: RateClass;
  hints: ToolHints;
  /** Part of the small set that every session needs, the profile `core`. */
  core?: boolean;
  /** Takes a memory's identifier: a required `id` in form A, `memory_id` in form B. */
  takesMemory?: boolean;
  /** The other parameters; flat, since some clients refuse unions, `null` and references (decision 43). */
  input: z.ZodObject;
  output: z.ZodObject;
  /** What a caller does to get what one answer cannot hold; not needed where there is an `offset`. */
  rest?: string;
}

export const BOTH: readonly ToolTransport[] = ['http', 'stdio'];
export const HTTP_ONLY: readonly ToolTransport[] = ['http'];
export const STDIO_ONLY: readonly ToolTransport[] = ['stdio'];

/** Changes nothing but counters of use. */
export const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Adds something; called twice, it adds twice. */
export const ADDS: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
/** Brings a state about; called twice, nothing changes. */
export const SETTLES: ToolHints = { ...ADDS, idempotentHint: true };
/** May remove what is gone from its source. */
export const REPLACES: ToolHints = { ...SETTLES, destructiveHint: true };
