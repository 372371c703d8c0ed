import { antigravity } from '../hosts/antigravity.ts';
import { claude, codex, devin, droid, goose, kiro, vscode } from '../hosts/claude-like.ts';
import { cline } from '../hosts/cline.ts';
import { copilot } from '../hosts/copilot.ts';
import { cursor } from '../hosts/cursor.ts';
import { gemini } from '../hosts/gemini.ts';
import type { Host } from './host.ts';
import { type HostId, isHostId } from './host-table.ts';
import { pluginHost } from './plugin-host.ts';
import { windsurf } from '../hosts/windsurf.ts';
import { isRecord, textOf, type Payload } from './payload.ts';

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
