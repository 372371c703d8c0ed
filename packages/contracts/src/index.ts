export * from './changes.ts';
export * from './code.ts';
export * from './contradictions.ts';
export * from './documents.ts';
export * from './entries-of.ts';
export * from './errors.ts';
export * from './export.ts';
export * from './allowed-headers.ts';
export * from './exposed-headers.ts';
export * from './fields.ts';
export * from './forgetting.ts';
export * from './glossary.ts';
export * from './graph.ts';
export * from './handler-file.ts';
export * from './importing.ts';
export * from './job-queue-name.ts';
export * from './jobs.ts';
export * from './keys.ts';
export * from './mcp-paths.ts';
export * from './memories.ts';
export * from './operations.ts';
export type {
  BegunImport,
  ErasedState,
  JobsReport,
  RedactedPage,
  WorkspaceSummary,
} from './operation-outputs.ts';
export * from './record-line.ts';
export * from './records.ts';
export * from './relationships.ts';
export * from './route.ts';
export * from './routes.ts';
export * from './project-header.ts';
export * from './schedules.ts';
export * from './search.ts';
export * from './sessions.ts';
export * from './takes-limit.ts';
export * from './validation.ts';
export * from './vocabulary.ts';
export * from './workspace-id-header.ts';
