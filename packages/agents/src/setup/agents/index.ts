import type { Agent } from './parts.ts';
import { cline, goose, kiro, zed, devin, windsurf } from './others.ts';
import { copilot, antigravity, gemini, claude, codex, cursor, droid } from './settings-agents.ts';
import { amp, openCode } from './plugin-agents.ts';

export type { Agent } from './parts.ts';

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
