import type { CallToolResult } from '@modelcontextprotocol/server';
import { ANCHORS_META, SCOPES, SCORES_META, type Scope } from '@memory/contracts';
import { memoryParameter, parseToolArguments, type ToolRow } from '@memory/contracts/tools';
import { listShownAnchors, ServiceError, takeSecretsOut, type Services } from '@memory/core';
import { memoriesShown } from '@memory/text/recall';
import type { Workspace } from '@memory/db';
import { fitAnswer } from './fit-answer.ts';
import type { Tool } from './tool.ts';
import { presentAnswer, presentError, toToolError } from './tool-result.ts';

/** On whose behalf a tool runs. */
export interface Caller {
  workspace: Workspace;
  scope: Scope;
}

/** What a client sent. */
export interface CallArguments {
  args: unknown;
  /** Secrets that it replaced before. */
  redacted?: number;
  /** It stands in the code, and judges by itself what its memories are tied to. */
  wantsAnchors?: boolean;
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
  { args, redacted: before = 0, wantsAnchors = false }: CallArguments,
): Promise<CallToolResult> {
  try {
    const { workspace, scope } = caller();
    if (SCOPES.indexOf(scope) < SCOPES.indexOf(row.scope))
      throw new ServiceError(
        'insufficient_scope',
        `${tool.name} needs a key with the scope ${row.scope}; this one may ${scope}.`,
      );
    const given = parseInput(row, services, args);
    const { input, redacted } = takeSecretsOut(workspace, given, {
      part: 'body',
      writes: row.rate !== 'read',
      before,
    });
    const answered: { redacted_secrets?: number } = await tool.run(services, workspace, input);
    const { redacted_secrets: uncovered = 0, ...answer } = answered;
    const count = redacted + uncovered;
    // How many, never what.
    const told = count > 0 ? { ...answer, redacted_secrets: count } : answer;
    const { _meta: meta = {}, ...fitted } = fitAnswer(told, { row, input: given });
    const { [SCORES_META]: scores, ...aside } = meta as Record<string, unknown>;
    if (!wantsAnchors)
      return presentAnswer(tool.name, {
        ...fitted,
        ...(Object.keys(aside).length > 0 ? { _meta: aside } : {}),
      });
    const anchors = await listShownAnchors(services, workspace, memoriesShown(fitted));
    return presentAnswer(tool.name, {
      ...fitted,
      _meta: {
        ...aside,
        [ANCHORS_META]: anchors,
        ...(scores === undefined ? {} : { [SCORES_META]: scores }),
      },
    });
  } catch (error) {
    if (error instanceof ServiceError && error.code !== 'service_unavailable')
      return presentError(toToolError(error));
    throw error;
  }
}

function parseInput(
  row: ToolRow,
  { settings: { memoryIdForm } }: Pick<Services, 'settings'>,
  args: unknown,
): Record<string, unknown> {
  const { input, issues } = parseToolArguments(row, memoryIdForm, args);
  if (issues) throw new ServiceError('validation_failed', 'The arguments are not valid.', { issues });
  return row.takesMemory ? { ...input, ref: input[memoryParameter(memoryIdForm)] } : input;
}
