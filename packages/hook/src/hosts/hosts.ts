import { antigravity } from './antigravity.ts';
import { claude } from './claude.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { devin } from './devin.ts';
import { droid } from './droid.ts';
import { gemini } from './gemini.ts';
import { goose } from './goose.ts';
import type { Host } from './host.ts';
import type { HostId } from './host-table.ts';
import { kiro } from './kiro.ts';
import { pluginHost } from './plugin-host.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';

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
