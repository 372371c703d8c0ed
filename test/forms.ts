/**
 * Test files of the interface whose subject differs between the two identifier forms: they name memories in requests or
 * read identifiers in responses. They run in form A and in form B; every other file runs in form A alone.
 * test/unit/forms.test.ts fails while an operation or tool that differs has no test here.
 */
export const FILES_OF_BOTH_FORMS = [
  'test/api/changes.test.ts',
  'test/api/code.test.ts',
  'test/api/documents.test.ts',
  'test/api/errors.test.ts',
  'test/api/export.test.ts',
  'test/api/feedback-endpoint.test.ts',
  'test/api/graph-explore.test.ts',
  'test/api/graph-path.test.ts',
  'test/api/graph-whole.test.ts',
  'test/api/isolation.test.ts',
  'test/api/memories-delete.test.ts',
  'test/api/memories-list.test.ts',
  'test/api/memories-object.test.ts',
  'test/api/memories-patch.test.ts',
  'test/api/memories-store.test.ts',
  'test/api/memories-use.test.ts',
  'test/api/memory-relationships.test.ts',
  'test/api/openapi.test.ts',
  'test/api/related.test.ts',
  'test/api/relationships-create.test.ts',
  'test/api/relationships-delete.test.ts',
  'test/api/relationships-limits.test.ts',
  'test/api/search-superseded.test.ts',
  'test/api/sessions-access.test.ts',
  'test/api/sessions-context.test.ts',
  'test/jobs/pruning.test.ts',
  'test/jobs/sessions.test.ts',
  'test/mcp/every-tool.test.ts',
  'test/mcp/memory-search.test.ts',
  'test/mcp/memory-tools.test.ts',
  'test/mcp/session-tools.test.ts',
  'test/mcp/tools-list.test.ts',
] as const;
