import { expect } from 'vitest';
import { allTools, type ToolName } from '@memory/contracts/tools';

interface ToolResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
}

/** Holds an answer to the schema that its tool declares, to the last field, and to what it must say. */
export function expectAnswer(name: ToolName, given: object, fact: object): void {
  const { isError = false, content, structuredContent } = given as ToolResult;
  expect(isError, `${name} ${JSON.stringify(content)}`).toBe(false);
  expect(content, name).toEqual([{ type: 'text', text: expect.stringMatching(/\S/u) }]);
  expect(structuredContent, name).toMatchObject(fact);
  // Parsing leaves out what is not declared, so nothing undeclared was there when nothing is missing.
  expect(allTools[name].output.parse(structuredContent), name).toEqual(structuredContent);
}

/** Holds a refusal to the shape of decision 43. */
export function expectRefusal(name: ToolName, given: object, wrong: { code: string; names: string }): void {
  const { isError, content, structuredContent } = given as ToolResult;
  expect({ isError, structuredContent, parts: content.length }, name).toEqual({
    isError: true,
    structuredContent: undefined,
    parts: 1,
  });
  expect(JSON.parse(content[0]?.text ?? ''), name).toEqual({
    code: wrong.code,
    message: expect.stringContaining(wrong.names),
    retryable: false,
  });
}
