import { alarm } from './checks/alarm.ts';
import { challenge, revokedKey, workspace } from './checks/access.ts';
import {
  embedding,
  relate,
  keywordSearch,
  semanticSearch,
  session,
  store,
  upload,
} from './checks/memories.ts';
import { mcpHandshake, mcpStateless } from './checks/mcp.ts';
import type { SmokeCheck } from './smoke-context.ts';

/** In the order in which they run: each may stand on what an earlier one has left. */
export const SMOKE_CHECKS: readonly SmokeCheck[] = [
  challenge,
  workspace,
  store,
  embedding,
  keywordSearch,
  semanticSearch,
  relate,
  session,
  upload,
  mcpHandshake,
  mcpStateless,
  revokedKey,
  alarm,
];
