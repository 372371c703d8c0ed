import type { CallToolResult } from '@modelcontextprotocol/server';
import { SCOPES, toValidationIssues, type Scope } from '@memory/contracts';
import { memoryParameter, toolInput, type ToolRow } from '@memory/contracts/tools';
import { ServiceError, takeSecretsOut, type Services } from '@memory/core';
import type { Workspace } from '@memory/db';
import type { Tool, ToolAnswer } from './tool.ts';
import { presentAnswer, presentError, toToolError } from './tool-result.ts';

/** On whose behalf a tool runs. */
export interface Caller {
  workspace: Workspace;
  scope: Scope;
}

/**
 * Runs one call: scope, then parameters, then the work.
 * @returns an error result for every refusal
 * @throws what is no refusal: a defect, or a database that cannot be reached
 */
export async function callTool(
  { row, tool }: { row: ToolRow; tool: Tool },
  services: Services,
  /** Throws a ServiceError when the workspace could not be told. */
  caller: () => Caller,
  given: unknown,
): Promise<CallToolResult> {
  try {
    const { workspace, scope } = caller();
    if (SCOPES.indexOf(scope) < SCOPES.indexOf(row.scope))
      throw new ServiceError(
        'insufficient_scope',
        `${tool.name} needs a key with the scope ${row.scope}; this one may ${scope}.`,
      );
    const { input, redacted } = takeSecretsOut(workspace, parseInput(row, services, given), {
      part: 'body',
      writes: row.rate !== 'read',
    });
    return presentAnswer(withRedactions(await tool.run(services, workspace, input), redacted));
  } catch (error) {
    if (error instanceof ServiceError && error.code !== 'service_unavailable')
      return presentError(toToolError(error));
    throw error;
  }
}

/** How many, never what; the specified answer has no field for it. */
function withRedactions(answer: ToolAnswer, count: number): ToolAnswer {
  if (count === 0) return answer;
  const secrets = count === 1 ? 'One secret was' : `${count} secrets were`;
  return {
    ...answer,
    text: `${answer.text}\n\n${secrets} replaced before anything was stored.`,
    beside: { ...answer.beside, redacted_secrets: count },
  };
}

function parseInput(row: ToolRow, { settings }: Pick<Services, 'settings'>, given: unknown): object {
  // Some clients send null for what they leave out.
  const present = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null));
  const parsed = toolInput(row, settings.memoryIdForm).safeParse(present, { reportInput: true });
  if (!parsed.success)
    throw new ServiceError('validation_failed', 'The arguments are not valid.', {
      issues: toValidationIssues('body', parsed.error.issues),
    });
  const input = parsed.data as Record<string, unknown>;
  return row.takesMemory ? { ...input, ref: input[memoryParameter(settings.memoryIdForm)] } : input;
}
