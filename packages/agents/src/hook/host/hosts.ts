import { antigravity } from '../hosts/antigravity.ts';
import { claude } from '../hosts/claude.ts';
import { cline } from '../hosts/cline.ts';
import { codex } from '../hosts/codex.ts';
import { copilot } from '../hosts/copilot.ts';
import { cursor } from '../hosts/cursor.ts';
import { devin } from '../hosts/devin.ts';
import { droid } from '../hosts/droid.ts';
import { gemini } from '../hosts/gemini.ts';
import { goose } from '../hosts/goose.ts';
import type { Host } from './host.ts';
import type { HostId } from './host-table.ts';
import { kiro } from '../hosts/kiro.ts';
import { pluginHost } from './plugin-host.ts';
import { vscode } from '../hosts/vscode.ts';
import { windsurf } from '../hosts/windsurf.ts';

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
