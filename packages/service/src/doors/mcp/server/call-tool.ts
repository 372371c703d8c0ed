import type { CallToolResult } from '@modelcontextprotocol/server';
import { ANCHORS_META, describeFaults, type Scope, SCOPES, SCORES_META } from '@memory/contracts';
import { memoryParameter, parseToolArguments, type ToolRow } from '@memory/contracts/tools';
import {
  listShownAnchors,
  neutralAnswer,
  neutralLine,
  orAmbiguous,
  ServiceError,
  type Services,
  takeSecretsOut,
} from '@memory/core';
import type { Workspace } from '@memory/db';
import { estimateTokens } from '@memory/text/estimate-tokens';
import { answerText, memoriesShown } from '@memory/text/recall';
import type { Aside, Tool } from './tool.ts';

export interface Caller {
  workspace: Workspace;
  scope: Scope;
}

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
    const answered: { redacted_secrets?: number } = await tool
      .run(services, workspace, input)
      .catch(async (error: unknown) => {
        throw await orAmbiguous(error, services, workspace);
      });
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

/** A refusal as a client reads it (decision 43). */
interface ToolError {
  code: string;
  message: string;
  /** The same call may succeed later. */
  retryable: boolean;
}

const RETRYABLE = new Set(['rate_limited', 'service_unavailable', 'upstream_unavailable']);

/** The same content twice, as structure and as text. @param source the tool's name */
function presentAnswer(source: string, { _meta, ...answer }: Aside & object): CallToolResult {
  // Through JSON, so that what is undefined is not there.
  const structured = JSON.parse(JSON.stringify(neutralAnswer(answer))) as Record<string, unknown>;
  return {
    content: [{ type: 'text', text: answerText(source, structured) }],
    structuredContent: structured,
    ...(_meta ? { _meta } : {}),
  };
}

/**
 * The error is the text, as JSON: as structured content, clients of the previous generation would hold it against the
 * schema of the tool's answers and drop it.
 */
const presentError = (error: ToolError): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify({ ...error, message: neutralLine(error.message) }) }],
  isError: true,
});

function toToolError({ code, message, options }: ServiceError): ToolError {
  const faults = options.issues && describeFaults(options.issues, 'arguments');
  return { code, message: faults ?? message, retryable: RETRYABLE.has(code) };
}

/** Tokens of an answer: 10,000, less what a message puts around it and what an estimate misses of words that models seldom read. */
const TOKENS_MAX = 8_100;

/** An answer that a model's context can take: its longest lists lose what stands last in them, and it says how to get the rest. */
function fitAnswer(
  answer: Record<string, unknown>,
  { row, input }: { row: ToolRow; input: Record<string, unknown> },
): Record<string, unknown> {
  let left = costOf(answer) - TOKENS_MAX;
  if (left <= 0) return answer;
  const fitted = { ...answer };
  let dropped = 0;
  while (left > 0) {
    const [longest] = Object.entries(fitted)
      .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 1)
      .map(([name, list]) => ({ name, list, cost: costOf(list) }))
      .toSorted((a, b) => b.cost - a.cost);
    if (!longest) break;
    const kept = longest.list.slice(0, keptOf(longest.list, left));
    dropped += longest.list.length - kept.length;
    fitted[longest.name] = kept;
    if ('count' in fitted && longest.name === 'results') fitted['count'] = kept.length;
    left = costOf(fitted) + HINT_TOKENS - TOKENS_MAX;
  }
  return {
    ...fitted,
    hint: [fitted['hint'], restHint(dropped, fitted, row, input)].filter(Boolean).join(' '),
  };
}

const HINT_TOKENS = 75;

const costOf = (value: unknown): number => estimateTokens(JSON.stringify(value));

/** How many of a list may stay so that it loses so many tokens; one at the least. */
function keptOf(list: readonly unknown[], tooMany: number): number {
  let [kept, lost] = [list.length, -HINT_TOKENS];
  while (kept > 1 && lost < tooMany) {
    kept -= 1;
    lost += costOf(list[kept]);
  }
  return kept;
}

function restHint(
  dropped: number,
  { results }: Record<string, unknown>,
  { input: { shape }, rest }: ToolRow,
  input: Record<string, unknown>,
): string {
  const next = Number(input['offset'] ?? 0) + (Array.isArray(results) ? results.length : 0);
  return 'offset' in shape
    ? `${dropped} more did not fit: call again with offset ${next}.`
    : `${dropped} more did not fit: ${rest ?? 'ask for less with a smaller limit'}.`;
}
