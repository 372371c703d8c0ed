import { antigravity, cline, gemini, windsurf } from '../hosts/others.ts';
import { claude, codex, devin, droid, goose, kiro, vscode } from '../hosts/claude-like.ts';
import { copilot } from '../hosts/copilot.ts';
import { cursor } from '../hosts/cursor.ts';
import { type HostId, isHostId } from './host-table.ts';
import type { Host } from './host.ts';
import { isRecord, textOf, type Payload, recordOf } from './payload.ts';
import { readTool } from './read-tool.ts';

/**
 * Amp and OpenCode load a file of ours into their own process, which starts the program with what happened. So the payload
 * is of our own making: `{session, call, turn, directory, text, tool, input, output, failed}`.
 */
const pluginHost: Host = {
  read: (payload, event) => {
    const base = {
      session: textOf(payload, 'session'),
      call: textOf(payload, 'call'),
      turn: textOf(payload, 'turn'),
      directory: textOf(payload, 'directory'),
    };
    const text = textOf(payload, 'text');
    switch (event) {
      // The first prompt of a session opens it; the program sees whether it did.
      case 'agent.start':
      case 'chat.message':
        return { ...base, kind: 'prompt', text, wants: payload['first'] === true ? 'start' : 'prompt' };
      case 'tool.result':
      case 'tool.execute.after':
        return {
          ...base,
          ...readTool({
            tool: textOf(payload, 'tool') ?? '',
            input: recordOf(payload, 'input'),
            response: payload['output'],
            failed: payload['failed'] === true,
          }),
        };
      case 'agent.end':
      case 'session.idle':
        return { ...base, kind: 'answer', text };
      case 'session.compacting':
        return { ...base, kind: 'compaction', text: 'auto', wants: 'compacted' };
      default:
        return base;
    }
  },
  answer: (_event, context) => JSON.stringify(context === undefined ? {} : { context }),
};

export const hosts: Readonly<Record<HostId, Host>> = {
  claude,
  codex,
  cursor,
  vscode,
  copilot,
  gemini,
  antigravity,
  windsurf,
  devin,
  cline,
  droid,
  kiro,
  goose,
  amp: pluginHost,
  opencode: pluginHost,
};

export interface Recognized {
  host: HostId;
  event: string;
}

const GEMINI_EVENTS = /^(?:Before|After)(?:Agent|Tool|Model|ToolSelection)$|^PreCompress$/u;

/**
 * The host of an event. Cursor, Copilot, VS Code and Devin run the hooks of Claude Code's file too, so the words of the
 * command line name the file's owner and not always the host; the payload and the environment know better.
 * @param agent and @param event as the command line has them
 * @returns undefined where neither tells
 */
export function recognizeHost(
  payload: Payload,
  { agent, event, environment }: { agent: string; event: string; environment: NodeJS.ProcessEnv },
): Recognized | undefined {
  const host = hostOf(payload, agent, environment);
  if (host === undefined) return undefined;
  const named =
    textOf(payload, 'hook_event_name', 'hookEventName', 'hookName', 'agent_action_name') ??
    (host === 'goose' ? textOf(payload, 'event') : undefined) ??
    event;
  return { host, event: named };
}

function hostOf(payload: Payload, agent: string, environment: NodeJS.ProcessEnv): HostId | undefined {
  const has = (...names: string[]) => names.every((name) => payload[name] !== undefined);
  if (has('cursor_version') || has('conversation_id', 'generation_id')) return 'cursor';
  if (has('clineVersion')) return 'cline';
  if (has('agent_action_name')) return 'windsurf';
  if (has('conversationId', 'workspacePaths')) return 'antigravity';
  if (has('sessionId') && typeof payload['timestamp'] === 'number') return 'copilot';
  const given = isHostId(agent) ? agent : undefined;
  if (given !== undefined && given !== 'claude') return given;
  const event = textOf(payload, 'hook_event_name', 'hookEventName') ?? '';
  if (GEMINI_EVENTS.test(event) || (environment['GEMINI_SESSION_ID'] && textOf(payload, 'timestamp')))
    return 'gemini';
  if (environment['FACTORY_PROJECT_DIR']) return 'droid';
  if (environment['DEVIN_PROJECT_DIR']) return 'devin';
  if (has('turn_id', 'model')) return 'codex';
  if (has('hookEventName') || (has('hook_event_name') && textOf(payload, 'timestamp') !== undefined))
    return 'vscode';
  if (has('event', 'session_id') && !has('hook_event_name')) return 'goose';
  return given ?? (has('session_id') && isRecord(payload) ? 'claude' : undefined);
}
