import { claude } from './payloads/claude.ts';
import { codex } from './payloads/codex.ts';
import { cursor } from './payloads/cursor.ts';
import { vscode } from './payloads/vscode.ts';
import { copilot } from './payloads/copilot.ts';
import { gemini } from './payloads/gemini.ts';
import { antigravity } from './payloads/antigravity.ts';
import { windsurf } from './payloads/windsurf.ts';
import { devin } from './payloads/devin.ts';
import { cline } from './payloads/cline.ts';
import { droid } from './payloads/droid.ts';
import { kiro } from './payloads/kiro.ts';
import { goose } from './payloads/goose.ts';
import { amp } from './payloads/amp.ts';
import { opencode } from './payloads/opencode.ts';
import type { HostPayload } from './payloads/host-payload.ts';

/** Payloads of each host, a file a host. */
export const payloads: readonly HostPayload[] = [
  ...claude,
  ...codex,
  ...cursor,
  ...vscode,
  ...copilot,
  ...gemini,
  ...antigravity,
  ...windsurf,
  ...devin,
  ...cline,
  ...droid,
  ...kiro,
  ...goose,
  ...amp,
  ...opencode,
];
