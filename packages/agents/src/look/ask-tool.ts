import * as z from 'zod';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { allTools, type AllTools, type AnyToolName } from '@memory/contracts/tools';
import { redactValue } from '@memory/redact';
import { onBranch, personOf, projectOf } from '../bridge/project-of.ts';
import { createRemote } from '../bridge/remote.ts';
import { findTarget } from '../connection/connection.ts';
import { TreeVerdicts } from '../grounds/tree-verdicts.ts';

export type ToolAnswer<Name extends AnyToolName> = z.output<AllTools[Name]['output']>;

const Refusal = z.object({ message: z.string().default('The service gave no reason.') });

export async function askTool<Name extends AnyToolName>(
  name: Name,
  given: Record<string, unknown>,
): Promise<ToolAnswer<Name>> {
  const folders = async () => [process.cwd()];
  const call = await onBranch({ name, arguments: given }, folders);
  const { value, places } = redactValue(call.arguments);
  const { workspaceId, ...target } = await findTarget();
  const answered = await createRemote({ ...target, workspaceId }).request(
    'tools/call',
    { name, arguments: value },
    {
      redacted: places.length,
      project: await projectOf(call, folders),
      person: await personOf(folders),
      anchors: allTools[name].hints.readOnlyHint,
    },
  );
  const { isError, content, structuredContent } = await new TreeVerdicts().apply(
    name,
    answered as CallToolResult,
    folders,
  );
  if (!isError) return structuredContent as ToolAnswer<Name>;
  const [said] = content;
  const { message } = Refusal.parse(JSON.parse(said?.type === 'text' ? said.text : '{}'));
  throw new Error(message);
}
