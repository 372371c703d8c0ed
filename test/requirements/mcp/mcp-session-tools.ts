import { under } from '../requirement.ts';

/** Session tools, `workspace_insight`, and the context block. */
export const mcpSessionTools = under({
  'docs/specification.md#tools': {
    'mcp.workspace-insight.fields': '`workspace_insight` returns exactly its eight fields.',
    'mcp.workspace-insight.totals':
      'In `workspace_insight`, `total_memories` and `total_relationships` are those of the workspace.',
    'mcp.workspace-insight.memory-counts':
      'In `workspace_insight`, `memory_counts` has all nine types as keys, zeros included.',
    'mcp.workspace-insight.relationship-counts':
      'In `workspace_insight`, `relationship_counts` holds the edge types by count, descending, at most 7.',
    'mcp.workspace-insight.pending-observations':
      'In `workspace_insight`, `pending_observations` is the depth of the observation buffer.',
    'mcp.workspace-insight.last-memory':
      'In `workspace_insight`, `last_memory_added_at` is the time of the newest memory, null without one.',
    'mcp.workspace-insight.last-discovery':
      'In `workspace_insight`, `last_discovery_run_at` is a proxy of the last discovery run, null without one.',
    'mcp.session-start.started':
      '`session_start` starts a session with a generated `session_id` that begins with `sess-`.',
    'mcp.session-start.fields':
      'In `session_start`, the answer has `session_id`, `started_at` and the initial memory context block.',
    'mcp.session-end.ended': '`session_end` ends the session as POST end does.',
    'mcp.session-end.summary': '`session_end` takes an optional `summary`.',
    'mcp.session-get-context.context': '`session_get_context` returns the context of the session.',
    'mcp.session-get-context.max-memories-default':
      'In `session_get_context`, `max_memories` is 10 by default.',
  },
  'docs/decisions/agents.md#44-a-context-block-that-stays-the-same': {
    'mcp.context-block.stable':
      'The text block of `session_start` and `session_get_context` is byte-stable while its content is.',
    'mcp.context-block.no-scores': 'The block holds no scores and no clock.',
    'mcp.context-block.budget': 'The block has at most 800 tokens, or as many as are asked for.',
    'mcp.context-block.content':
      'The block holds what bears on project, branch and task; no imported documents, nothing that was replaced, one of those that say the same.',
    'mcp.context-block.changes':
      'The block names what is new since the session before, and what earlier sessions left open by their summaries.',
  },
});
