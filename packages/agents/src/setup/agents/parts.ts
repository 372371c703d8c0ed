import { join } from 'node:path';
import { commandLine } from '../../command/print.ts';
import { HOSTS, type HostEvent, type HostId } from '../../hook/host/host-table.ts';
import { type FileEdit, ownFile } from '../edits/text-edit.ts';
import type { JsonChange } from '../edits/json-edit.ts';
import type { Machine } from '../machine.ts';

export const SERVER = 'workspace-memory';

/** Our entries in lists of a host's, known by the program that they start. */
export const isOurs = (item: unknown): boolean =>
  JSON.stringify(item)?.includes('workspace-memory-hook.') ?? false;

export const eventsOf = (host: HostId): readonly HostEvent[] => HOSTS[host].events;

/** The hook's command as one line, which a shell of the host's reads. */
export const hookLine = (
  { hook, platform }: Machine,
  host: HostId,
  event: string,
  system: NodeJS.Platform = platform,
): string => commandLine([hook.command, ...hook.args, host, event], system);

/**
 * An MCP server over stdio, in the form most agents share. The key is the user's own file's, and in none of theirs.
 * @param isHooked hooks begin the agent's sessions and tell it the block: it needs no tools for that
 */
export const stdioServer = ({ bridge }: Machine, isHooked = true) => ({
  command: bridge.command,
  args: [...bridge.args],
  env: { WORKSPACE_MEMORY_PROFILE: isHooked ? 'hooked' : 'core' },
});

export const hookLists = (
  host: HostId,
  at: readonly string[],
  item: (event: HostEvent) => unknown,
): JsonChange[] =>
  eventsOf(host).map((event) => ({ at: [...at, event.event], items: [item(event)], isOurs }));

/** Claude Code's form, which others took over: groups with a matcher. */
export const groupOf = ({ matcher }: HostEvent, handler: object) => ({
  ...(matcher === undefined ? {} : { matcher }),
  hooks: [handler],
});

/** A hook of most agents: our program as a line for their shell. */
export const commandHook = (machine: Machine, host: HostId) => (event: HostEvent) =>
  groupOf(event, {
    type: 'command',
    command: hookLine(machine, host, event.event),
    timeout: event.timeoutS,
  });

/** Our server in the list of most agents. */
export const mcpServer = (machine: Machine, server: object = stdioServer(machine)): JsonChange => ({
  at: ['mcpServers', SERVER],
  value: server,
});

/** Told to agents as facts about their tools. */
export const RULES = `# Workspace Memory

This project has a long-term memory, reached with the tools of the MCP server \`workspace-memory\`: decisions with their
reasons, conventions, incidents and their causes, and documents.

- \`memory_search\` answers questions such as why something is as it is, what was tried before, or how a thing is done here. It
  is worth asking before a design is chosen or an approach is repeated.
- \`memory_by_file\` tells what is known about a file that is about to change.
- \`memory_store\` keeps what the next session should know: a decision with its reason, a cause that was found, a rule that the
  user insists on. What replaces something older names it in \`supersedes\`.
- \`memory_rate\` says whether a memory helped.

Secrets, transcripts and what stands in the code anyway do not belong into the memory.
`;

export const skillText = `---
name: ${SERVER}
description: Recall and keep decisions, conventions, incidents and their causes of this project across sessions. Use before choosing a design, before changing a file whose history matters, and when something worth knowing next time was decided or found.
---

${RULES}`;

export const skill = (folder: string): FileEdit => ownFile(join(folder, SERVER, 'SKILL.md'), skillText);

export interface Agent {
  id: string;
  name: string;
  find(machine: Machine): string | undefined;
  edits(machine: Machine): FileEdit[];
  remaining?(machine: Machine): string;
}
