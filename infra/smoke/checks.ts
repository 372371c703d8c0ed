import { alarm } from './checks/alarm.ts';
import { challenge } from './checks/challenge.ts';
import { embedding } from './checks/embedding.ts';
import { mcpHandshake, mcpStateless } from './checks/mcp.ts';
import { relate } from './checks/relate.ts';
import { revokedKey } from './checks/revoked-key.ts';
import { keywordSearch, semanticSearch } from './checks/search.ts';
import { session } from './checks/session.ts';
import { store } from './checks/store.ts';
import { upload } from './checks/upload.ts';
import { workspace } from './checks/workspace.ts';
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
