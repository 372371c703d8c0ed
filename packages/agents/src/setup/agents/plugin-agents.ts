import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jsonEdit } from '../edits/json-edit.ts';
import { ownFile } from '../edits/text-edit.ts';
import { findEvidence, type Machine } from '../machine.ts';
import { SERVER, skill, stdioServer, type Agent } from './parts.ts';

/** `.config` of the user's folder on every system. */
const pluginConfig = ({ config, platform, user }: Machine) =>
  platform === 'win32' ? join(user, '.config') : config;

const openCodeFolder = (machine: Machine) => join(pluginConfig(machine), 'opencode');

function openCodeFile(machine: Machine): string {
  const commented = join(openCodeFolder(machine), 'opencode.jsonc');
  return existsSync(commented) ? commented : join(openCodeFolder(machine), 'opencode.json');
}

export const openCode: Agent = {
  id: 'opencode',
  name: 'OpenCode',
  find: (machine) =>
    findEvidence(machine, {
      paths: [
        openCodeFolder(machine),
        join(machine.project, '.opencode'),
        join(machine.project, 'opencode.json'),
      ],
      programs: ['opencode'],
    }),
  edits: (machine) => [
    ownFile(join(openCodeFolder(machine), 'plugins', `${SERVER}.js`), openCodePlugin(machine.hook)),
    jsonEdit(openCodeFile(machine), [
      { at: ['$schema'], fallback: 'https://opencode.ai/config.json' },
      {
        at: ['mcp', SERVER],
        value: {
          type: 'local',
          command: [machine.bridge.command, ...machine.bridge.args],
          environment: stdioServer(machine).env,
          enabled: true,
        },
      },
    ]),
    skill(join(machine.user, '.agents', 'skills')),
  ],
};

export const amp: Agent = {
  id: 'amp',
  name: 'Amp',
  find: (machine) => findEvidence(machine, { paths: [join(machine.config, 'amp')], programs: ['amp'] }),
  edits: (machine) => [
    ownFile(join(pluginConfig(machine), 'amp', 'plugins', `${SERVER}.ts`), ampPlugin(machine.hook)),
    jsonEdit(join(machine.config, 'amp', 'settings.json'), [
      { at: ['amp.mcpServers', SERVER], value: stdioServer(machine) },
    ]),
    skill(join(machine.user, '.agents', 'skills')),
  ],
};

/** The plugin of Amp, one file without dependencies. */
const ampPlugin = (
  hook: Machine['hook'],
): string => `// Written by \`workspace-memory setup\`; \`workspace-memory setup --undo\` takes it away.
${askProgram(hook, 'amp').trim()}

const textOf = (content) =>
  typeof content === 'string'
    ? content
    : (content ?? [])
        .filter((part) => part.type === 'text')
        .map((part) => part.text)
        .join('\\n');

export default function workspaceMemory(amp) {
  const seen = new Set();
  const directory = process.cwd();
  amp.on('agent.start', async (event) => {
    const session = event.thread?.id;
    if (!session) return undefined;
    const first = !seen.has(session);
    seen.add(session);
    const text = textOf(event.message?.content ?? event.message);
    const context = await tell('agent.start', { session, turn: event.id, directory, first, text });
    return context ? { message: { content: context, display: false } } : undefined;
  });
  amp.on('tool.result', async (event) => {
    const session = event.thread?.id;
    if (!session) return;
    const { tool, toolUseID: call, input, output, status } = event;
    await tell('tool.result', { session, call, directory, tool, input, output, failed: status === 'error' });
  });
  amp.on('agent.end', async (event) => {
    const session = event.thread?.id;
    const last = (event.messages ?? []).filter(({ role }) => role === 'assistant').at(-1);
    if (session && last) await tell('agent.end', { session, turn: event.id, directory, text: textOf(last.content) });
  });
}
`;

/** The plugin of OpenCode, one file without dependencies. Sessions of subagents, which have a parent, are not told of. */
const openCodePlugin = (
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

/**
 * JavaScript for plugin files, which run inside the agent: asks the hook program, and gives up in silence. Such a file must
 * neither fail nor keep its agent waiting.
 */
const askProgram = ({ command, args }: Machine['hook'], host: string): string => `
import { spawn } from 'node:child_process';

const COMMAND = ${JSON.stringify(command)};
const ARGUMENTS = ${JSON.stringify([...args, host])};

/** Resolves to what the memory has to say; undefined when that is nothing. */
function tell(event, payload, waitMs = 2000) {
  return new Promise((resolve) => {
    try {
      const child = spawn(COMMAND, [...ARGUMENTS, event], { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
      let printed = '';
      const timer = setTimeout(() => resolve(undefined), waitMs);
      timer.unref?.();
      child.stdout.on('data', (data) => (printed += data));
      child.on('error', () => resolve(undefined));
      child.stdin.on('error', () => undefined);
      child.on('close', () => {
        clearTimeout(timer);
        try {
          resolve(JSON.parse(printed || '{}').context);
        } catch {
          resolve(undefined);
        }
      });
      child.stdin.end(JSON.stringify(payload));
    } catch {
      resolve(undefined);
    }
  });
}
`;
