import type { CallToolResult } from '@modelcontextprotocol/server';
import { neutralAnswer, neutralLine, type ServiceError } from '@memory/core';
import { describeFaults } from '@memory/contracts';
import { answerText } from '@memory/text/recall';
import type { Aside } from './tool.ts';

/** What a client reads of a refusal (decision 43). */
export interface ToolError {
  code: string;
  message: string;
  /** The same call may succeed later. */
  retryable: boolean;
}

const RETRYABLE = new Set(['rate_limited', 'service_unavailable', 'upstream_unavailable']);

/** The same content twice, as structure and as text. @param source the tool's name */
export function presentAnswer(source: string, { _meta, ...answer }: Aside & object): CallToolResult {
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
export const presentError = (error: ToolError): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify({ ...error, message: neutralLine(error.message) }) }],
  isError: true,
});

/** A refusal as the result of a tool. */
export function toToolError({ code, message, options }: ServiceError): ToolError {
  const faults = options.issues && describeFaults(options.issues, 'arguments');
  return { code, message: faults ?? message, retryable: RETRYABLE.has(code) };
}
