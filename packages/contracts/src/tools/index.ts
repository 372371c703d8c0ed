import { entriesOf } from '../entries-of.ts';
import { additionalTools } from './additional-tools.ts';
import { codeTools } from './code-tools.ts';
import { documentTools } from './document-tools.ts';
import { memoryTools } from './memory-tools.ts';
import { sdlcTools } from './sdlc-tools.ts';
import { sessionTools } from './session-tools.ts';
import type { ToolRow } from './tool.ts';

export { IMPACT_KINDS } from './additional-tools.ts';
export { INSTRUCTIONS } from './instructions.ts';
export { narrativeOf, type SearchProfile } from './memory-tools.ts';
export type { ToolRow, ToolTransport } from './tool.ts';
export type { MemoryRow, SymbolRow, TitleRow } from './answers.ts';
export { isInProfile } from './is-in-profile.ts';
export { parseToolArguments } from './parse-arguments.ts';
export { memoryParameter, toolInput, toolJsonSchemas } from './tool-schemas.ts';

/** The 28 tools, in the order in which they are listed. Server, bridge, tests and README read these rows. */
export const tools = {
  ...memoryTools,
  ...sessionTools,
  ...documentTools,
  ...sdlcTools,
  ...codeTools,
} as const satisfies Record<string, ToolRow>;

type Tools = typeof tools;
export type ToolName = keyof Tools;

export const toolEntries = entriesOf<ToolName, ToolRow>(tools);

/** The 28 and those beside them, which only a client that asks for them is offered. */
export const allTools = { ...tools, ...additionalTools } as const satisfies Record<string, ToolRow>;

export type AllTools = typeof allTools;
export type AnyToolName = keyof AllTools;

export const allToolEntries = entriesOf<AnyToolName, ToolRow>(allTools);
