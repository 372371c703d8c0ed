import type { ValidationIssue } from '../errors.ts';
import { toValidationIssues } from '../http/validation.ts';
import type { MemoryIdForm } from '../vocabulary.ts';
import { nearestParameter } from './nearest-parameter.ts';
import type { ToolRow } from './tool-door.ts';

import { toolInput } from './tool-schemas.ts';

export type ParsedArguments =
  | { input: Record<string, unknown>; issues?: never }
  | { input?: never; issues: ValidationIssue[] };

/** Names of one thing: what a tool calls it and what the REST interface does. Either is taken where one of them is. */
const NAMES: readonly (readonly [string, string])[] = [
  ['content', 'narrative'],
  ['files', 'source_files'],
  ['importance', 'importance_score'],
  ['confidence', 'confidence_score'],
  ['id', 'memory_id'],
  ['memory_type', 'type'],
  // As answers name them.
  ['project_name', 'project'],
  ['branch_name', 'branch'],
];

/** Taken by every tool: whoever serves the call looks at it before the tool does. */
const OF_EVERY_TOOL = 'workspace_id';

const NAME_SHOWN = 60;

/** The arguments of a call as the tool reads them, or all that is wrong with them; what does not exist is refused by name. */
export function parseToolArguments(row: ToolRow, form: MemoryIdForm, given: unknown): ParsedArguments {
  const schema = toolInput(row, form);
  const names = Object.keys(schema.shape);
  const issues: ValidationIssue[] = [];
  const known: Record<string, unknown> = {};
  for (const [sent, value] of Object.entries(given ?? {})) {
    // Some clients send null for what they leave out.
    if (value === null) continue;
    const name = names.includes(sent) ? sent : (otherNameOf(sent, names) ?? sent);
    if (name in known)
      issues.push(
        refusal(
          sent,
          `the same parameter as ${otherNameOf(sent, Object.keys(given ?? {})) ?? name}; send one of them`,
        ),
      );
    // A client may fill a tool without parameters with one of its own.
    else if (names.length > 0 && !names.includes(name) && name !== OF_EVERY_TOOL)
      issues.push(refusal(sent, notOne(sent, names)));
    else known[name] = value;
  }
  const parsed = schema.safeParse(known, { reportInput: true });
  if (!parsed.success) issues.push(...toValidationIssues('body', parsed.error.issues));
  return parsed.success && issues.length === 0 ? { input: parsed.data } : { issues };
}

const refusal = (name: string, msg: string): ValidationIssue => ({
  loc: ['body', name.slice(0, NAME_SHOWN)],
  msg,
  type: 'value_error',
});

function otherNameOf(sent: string, names: readonly string[]): string | undefined {
  const pair = NAMES.find(([ours, theirs]) => ours === sent || theirs === sent);
  return pair?.find((name) => name !== sent && names.includes(name));
}

function notOne(sent: string, names: readonly string[]): string {
  const nearest = nearestParameter(sent.slice(0, NAME_SHOWN), names);
  return nearest === undefined
    ? `no such parameter; there are ${names.join(', ')}`
    : `no such parameter; the nearest is ${nearest}`;
}
