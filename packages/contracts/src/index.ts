export * from './anchors.ts';
export * from './branches.ts';
export * from './changes.ts';
export * from './code.ts';
export * from './contradictions.ts';
export * from './documents.ts';
export * from './entries-of.ts';
export * from './errors.ts';
export * from './records/export.ts';
export * from './http/allowed-headers.ts';
export * from './http/exposed-headers.ts';
export * from './fields.ts';
export * from './forgetting.ts';
export * from './given-fields.ts';
export * from './glossary.ts';
export * from './graph.ts';
export * from './grounds.ts';
export * from './http/handler-file.ts';
export * from './records/importing.ts';
export * from './jobs/job-queue-name.ts';
export * from './jobs/jobs.ts';
export * from './keys.ts';
export * from './http/mcp-paths.ts';
export * from './memories.ts';
export * from './operations/operations.ts';
export type {
  BegunImport,
  ErasedState,
  JobsReport,
  RedactedPage,
  WorkspaceSummary,
} from './operations/operation-outputs.ts';
export {
  type AttentionList,
  type GraphOutline,
  type WorkspaceOverview,
  type SessionTrace,
} from './operations/operation-outputs.ts';
export * from './records/record-line.ts';
export * from './records/records.ts';
export * from './relationships.ts';
export * from './http/route.ts';
export * from './routes.ts';
export * from './http/project-header.ts';
export * from './http/anchors-header.ts';
export * from './jobs/schedules.ts';
export * from './search.ts';
export * from './sessions.ts';
export * from './http/takes-limit.ts';
export * from './http/validation.ts';
export * from './vocabulary.ts';
export * from './http/workspace-id-header.ts';
