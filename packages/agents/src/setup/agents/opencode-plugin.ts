import type { Machine } from '../machine.ts';
import { askProgram } from './ask-program.ts';

/** The plugin of OpenCode, one file without dependencies. Sessions of subagents, which have a parent, are not told of. */
export const openCodePlugin = (
  hook: Machine['hook'],
): string => `// Written by \`workspace-memory setup\`; \`workspace-memory setup --undo\` takes it away.
${askProgram(hook, 'opencode').trim()}

const textOf = (parts = []) =>
  parts
    .filter((part) => part.type === 'text' && !part.synthetic)
    .map((part) => part.text)
    .join('\\n');

export const WorkspaceMemory = async ({ client, directory, worktree }) => {
  const folder = worktree && worktree !== '/' ? worktree : directory;
  const parents = new Map();
  const seen = new Set();
  const known = new Map();
  const isSubagent = async (session) => {
    if (!parents.has(session)) {
      const found = await client.session.get({ path: { id: session } }).catch(() => undefined);
      parents.set(session, Boolean((found?.data ?? found)?.parentID));
    }
    return parents.get(session);
  };
  const lastAnswer = async (session) => {
    const found = await client.session.messages({ path: { id: session } }).catch(() => undefined);
    const messages = found?.data ?? found ?? [];
    const last = messages.filter(({ info }) => info?.role === 'assistant').at(-1);
    return last && { turn: last.info.id, text: textOf(last.parts) };
  };
  return {
    'chat.message': async ({ sessionID, messageID }, { message, parts }) => {
      if (!sessionID || (await isSubagent(sessionID))) return;
      const first = !seen.has(sessionID);
      seen.add(sessionID);
      const turn = messageID ?? message?.id;
      const context = await tell('chat.message', { session: sessionID, turn, directory: folder, first, text: textOf(parts) });
      if (context) known.set(sessionID, context);
      else if (!first) known.delete(sessionID);
    },
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      const context = sessionID && known.get(sessionID);
      if (context) system.push(context);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, result) => {
      const { output, metadata } = result;
      if (!sessionID || (await isSubagent(sessionID))) return;
      const failed = typeof metadata?.exit === 'number' && metadata.exit !== 0;
      const known = await tell('tool.execute.after', { session: sessionID, call: callID, directory: folder, tool, input: args, output, failed });
      if (known) result.output = output + '\\n\\n' + known;
    },
    'experimental.session.compacting': async ({ sessionID }, { context }) => {
      if (!sessionID || (await isSubagent(sessionID))) return;
      const kept = await tell('session.compacting', { session: sessionID, turn: String(Date.now()), directory: folder });
      if (kept) context.push(kept);
    },
    event: async ({ event }) => {
      if (event.type !== 'session.idle') return;
      const session = event.properties?.sessionID;
      if (!session || (await isSubagent(session))) return;
      const answer = await lastAnswer(session);
      if (answer?.text) await tell('session.idle', { session, ...answer, directory: folder });
    },
  };
};

export default WorkspaceMemory;
`;
