/** A table with text that a caller or a model gave. */
export interface SweptTable {
  /** The columns that hold it: text, lists of text, or JSON. */
  columns: readonly string[];
  /** Those of them that hold JSON as text. */
  jsonText?: readonly string[];
  /** A row that holds a secret goes: it is a copy, kept for a day. */
  deletes?: boolean;
}

/**
 * Where the sweep looks for secrets. Identifiers that others refer to (session ids, origins, paths and names of code)
 * are not here: replaced, two could become one.
 */
export const sweptTables = {
  // Before memories: once one of these held a secret, all names of groups go.
  memory_counters: { columns: ['community_label'] },
  memories: {
    columns: [
      'title',
      'narrative',
      'tags',
      'concepts',
      'source_files',
      'author',
      'project',
      'branch',
      'commit_id',
    ],
  },
  sessions: {
    columns: [
      'project_name',
      'branch_name',
      'user_id',
      'user_email',
      'author',
      'summary',
      'metadata_json',
      'import_batch',
    ],
  },
  observations: { columns: ['content', 'files', 'kind', 'tool_name', 'event_id'] },
  relationships: { columns: ['context', 'settled_by'] },
  unanswered_questions: { columns: ['question'], deletes: true },
  glossary_groups: { columns: ['terms', 'author'] },
  feedback: { columns: ['context'] },
  memory_grounds: { columns: ['reason', 'settled_by'] },
  ground_settlements: { columns: ['context', 'settled_by'] },
  documents: {
    // The identity is made of source or title, and changes as that of the masked document would.
    columns: ['identity', 'title', 'source', 'document_type', 'deliverable_id', 'tags'],
    jsonText: ['identity'],
  },
  document_sections: { columns: ['key', 'heading_path'] },
  document_uploads: { columns: ['defaults', 'errors', 'failure'] },
  memory_changes: { columns: ['before', 'author', 'via', 'batch'] },
  type_changes: { columns: ['reason'] },
  embedding_refusals: { columns: ['reason'] },
  job_attempts: { columns: ['payload', 'last_error'] },
  code_symbols: { columns: ['signature', 'doc', 'value'] },
  memory_anchors: { columns: ['value'] },
  workspace_exports: { columns: ['file', 'author'] },
  idempotent_replies: { columns: ['idempotency_key', 'body'], jsonText: ['body'], deletes: true },
} as const satisfies Record<string, SweptTable>;
export type SweptTableName = keyof typeof sweptTables;

export const isSweptTable = (name: string): name is SweptTableName => Object.hasOwn(sweptTables, name);
