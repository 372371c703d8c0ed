import type { Agent } from './parts.ts';
import { cline } from './cline.ts';
import { copilot } from './copilot.ts';
import { antigravity, gemini } from './gemini.ts';
import { goose, kiro, zed } from './others.ts';
import { amp, openCode } from './plugin-agents.ts';
import { claude, codex, cursor, droid } from './settings-agents.ts';
import { devin, windsurf } from './windsurf.ts';

export type { Agent } from './parts.ts';

/** In the order in which they are shown. */
export const AGENTS: readonly Agent[] = [
  claude,
  codex,
  cursor,
  copilot,
  openCode,
  cline,
  antigravity,
  gemini,
  windsurf,
  devin,
  droid,
  kiro,
  amp,
  goose,
  zed,
];
