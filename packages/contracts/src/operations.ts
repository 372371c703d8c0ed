import * as z from 'zod';
import { entriesOf, keysOf } from './entries-of.ts';
import type { OperatorDoor, Verb } from './verb.ts';
import { nouns, type AllVerbs } from './verbs.ts';
import type { Scope } from './vocabulary.ts';

/** A verb as it is offered to an operator. The summary and the descriptions of the input are the help of its command. */
export interface Operation {
  summary: string;
  of: OperatorDoor['of'];
  command?: string;
  /** The scope that a member needs for it in the console; undefined where the console does not have it. */
  console?: Scope | 'operator';
  /** Of a workspace with its id as `workspaceId`. */
  input: z.ZodObject;
  output: z.ZodObject;
}

export type OperationName = {
  [Name in keyof AllVerbs]: AllVerbs[Name] extends { doors: { operator: OperatorDoor } } ? Name : never;
}[keyof AllVerbs];

type DoorOf<Name extends OperationName> = AllVerbs[Name] extends { doors: { operator: infer Door } }
  ? Door
  : never;
type InputOf<Name extends OperationName> =
  DoorOf<Name> extends { input: infer Input extends z.ZodType }
    ? Input
    : AllVerbs[Name] extends { input: infer Input extends z.ZodType }
      ? Input
      : undefined;
type OutputOf<Name extends OperationName> = AllVerbs[Name] extends {
  output: infer Output extends z.ZodObject;
}
  ? Output
  : never;
type Named<Name extends OperationName> =
  DoorOf<Name> extends { of: 'workspace' } ? { workspaceId: string } : unknown;

export type WorkspaceOperationName = {
  [Name in OperationName]: DoorOf<Name> extends { of: 'workspace' } ? Name : never;
}[OperationName];
/** As an operator writes it. */
export type OperationRequest<Name extends OperationName> = (InputOf<Name> extends z.ZodType
  ? z.input<InputOf<Name>>
  : unknown) &
  Named<Name>;
/** As the service reads it; the workspace stands beside it. */
export type OperationInput<Name extends OperationName> =
  InputOf<Name> extends z.ZodType ? z.output<InputOf<Name>> : unknown;
/** As the service gives it. */
export type OperationResult<Name extends OperationName> = z.input<OutputOf<Name>>;
/** As the operator reads it. */
export type OperationOutput<Name extends OperationName> = z.output<OutputOf<Name>>;

/** All that an operator may do: on no public route, locally behind the server's own token, in AWS behind IAM. */
export const operations = Object.fromEntries(
  nouns.flatMap(({ verbs }) =>
    Object.entries<Verb>(verbs).flatMap(([name, verb]) =>
      verb.doors.operator ? [[name, toOperation(verb, verb.doors.operator)]] : [],
    ),
  ),
) as Record<OperationName, Operation>;

function toOperation({ summary = '', scope, ...verb }: Verb, door: OperatorDoor): Operation {
  const input = (door.input ?? verb.input ?? z.object({})) as z.ZodObject;
  return {
    summary,
    of: door.of,
    ...(door.command !== undefined && { command: door.command }),
    ...(door.console && { console: scope }),
    input:
      door.of === 'service'
        ? input
        : input.safeExtend({ workspaceId: z.uuid().describe('id of the workspace') }),
    output: verb.output as z.ZodObject,
  };
}

export const operationEntries = entriesOf<OperationName, Operation>(operations);

export const OperationEvent = z.object({
  operation: z.enum(keysOf(operations)),
  input: z.unknown().default({}),
});
export type OperationEvent = z.input<typeof OperationEvent>;

export type AttentionList = OperationOutput<'listAttention'>;
export type BegunImport = OperationOutput<'beginImport'>;
export type ErasedState = OperationOutput<'eraseReplaced'>['state'];
export type GraphOutline = OperationOutput<'outlineGraph'>;
export type JobsReport = OperationOutput<'showJobs'>;
export type RedactedPage = OperationOutput<'redactStored'>;
export type SessionTrace = OperationOutput<'traceSession'>;
export type WorkspaceOverview = OperationOutput<'showWorkspace'>;
export type WorkspaceSummary = OperationOutput<'listWorkspaces'>['workspaces'][number];
