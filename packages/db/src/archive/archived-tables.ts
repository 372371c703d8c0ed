export interface ArchivedTable {
  /** Its rows stand in records of a kind of its own or of another, not as rows. */
  isRecord?: boolean;
  /** Columns that are made anew where they arrive, or hold only where they stand. */
  without?: readonly string[];
  /** Written over, since something has made a row already. */
  replaces?: boolean;
  /** A row that says the same under another id stands for it: somebody may have said it there too, or jobs found it. */
  yields?: boolean;
  /** Ids were made from the workspace's, so that rows only fit into a workspace of the same id. */
  boundToId?: boolean;
}

/** A workspace's tables, in an order in which every row comes after those it refers to. */
export const archivedTables = {
  sessions: { isRecord: true },
  memories: { isRecord: true },
  relationships: { isRecord: true, yields: true },
  feedback: { isRecord: true },
  observations: { isRecord: true, yields: true },
  memory_sources: { isRecord: true },
  documents: { isRecord: true, yields: true },
  document_sections: { isRecord: true },
  tombstones: { isRecord: true },
  memory_counters: { replaces: true },
  memory_embeddings: {},
  embedding_refusals: {},
  type_changes: {},
  code_repositories: { boundToId: true },
  code_files: { boundToId: true },
  code_symbols: { boundToId: true },
  code_edges: { boundToId: true },
  memory_grounds: { boundToId: true },
  memory_anchors: { boundToId: true },
  ground_settlements: { boundToId: true },
  branches: {},
  branch_ends: {},
  glossary_groups: {},
  lexeme_frequencies: {},
  workspace_statistics: { without: ['has_semantic_index', 'upkeep_asked_at'], replaces: true },
} as const satisfies Record<string, ArchivedTable>;
export type ArchivedTableName = keyof typeof archivedTables;

/** Tables whose rows are records by themselves, which only operators move: they hold what follows from the others. */
export type DerivedKind = {
  [Name in ArchivedTableName]: (typeof archivedTables)[Name] extends { isRecord: true } ? never : Name;
}[ArchivedTableName];

export const isDerivedKind = (kind: string): kind is DerivedKind =>
  Object.hasOwn(archivedTables, kind) && !('isRecord' in archivedTables[kind as ArchivedTableName]);

export const DERIVED_KINDS = Object.keys(archivedTables).filter(isDerivedKind);

/** Tables that stay behind, and why. */
export const unarchivedTables: Record<string, string> = {
  api_keys: 'A key is a right to one deployment; the import makes a new one.',
  memberships: 'Who may log in is for the operator of each deployment to say.',
  idempotent_replies: 'Answers to repeated requests, kept for a day; they are the old deployment’s.',
  llm_budgets: "What the old deployment's models have used today.",
  tellings: 'What agents of running sessions were told; a session that goes on elsewhere is told again.',
  unanswered_questions: 'Questions of the last week to what was remembered there.',
  job_attempts: 'Attempts at background work; the import starts that work again.',
  memory_changes: 'What can be undone where it was done, for 30 days.',
  workspace_exports: 'Files that lie where the operator of the old deployment put them.',
  forgetting_parts: 'What requests to forget have found that are under way.',
  graph_changes: 'Marks for the next analysis; the import makes its own.',
  search_changes: 'What processes with an index in their memory have to read again.',
  document_uploads:
    'Their files lie in the bucket of the old deployment; what was read from them are documents.',
};
