import { CHANGE_BATCH_HEADER } from '../changes.ts';
import { REDACTED_SECRETS_HEADER } from './exposed-headers.ts';

/** Headers that a page of an allowed origin may send: those of this interface, and what clients of MCP add in a browser. */
export const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Last-Event-ID',
  'Mcp-Method',
  'Mcp-Name',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Prefer',
  REDACTED_SECRETS_HEADER,
  CHANGE_BATCH_HEADER,
  'X-Project',
  'X-Workspace-Id',
] as const;
