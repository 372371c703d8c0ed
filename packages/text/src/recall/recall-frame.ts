/** Opens the block in which recalled memories are given to an agent; attributes may follow the name. */
export const RECALL_OPEN = '<workspace-memory>';
/** Closes that block. */
export const RECALL_CLOSE = '</workspace-memory>';

const FRAME = new RegExp(`${RECALL_OPEN.slice(0, -1)}(?:\\s[^<>]*)?>[^]*?(?:${RECALL_CLOSE}|$)`, 'g');
const OUR_TOOLS = /(?:^|_)(?:memory_[a-z_]|(?:session_(?:start|end|get_context)|workspace_insight)$)/;

/**
 * A text without the recalled memories in it. A block that is not closed runs to the end: what we recalled must not
 * come back as something new, or it would confirm itself with every session.
 */
export function stripRecalled(text: string): string {
  return text.replace(FRAME, '').trim();
}

/** Whether a tool is one of ours, so that its answers are recalled memories even without a frame. */
export function isOurTool(toolName: string | null): boolean {
  // A client may put its own words before the name: `mcp__memory__memory_search`, `server.memory_search`.
  return toolName !== null && OUR_TOOLS.test(toolName.split(/\W/).at(-1) ?? '');
}
