/** A table whose rows move with their workspace. */
export interface TransferTable {
  /** What is made anew where it arrives, or holds only where it stands. */
  without?: readonly string[];
  /** Written over, since creating the workspace has made a row already. */
  replaces?: boolean;
  /** A row that says the same under another id stands for it: jobs may have found it first. */
  yields?: boolean;
  /** Ids were made from the workspace's, so that rows only fit into a workspace of the same id. */
  boundToId?: boolean;
}

/** What an export of a workspace holds, in an order in which every row comes after those it refers to. */
export const transferTables = {
  sessions: {},
  // Derived from the content: half of a memory's bytes, and the analysis may have learnt by then.
  memories: { without: ['search_text', 'term_count'] },
  memory_counters: {},
  memory_embeddings: {},
  embedding_refusals: {},
  relationships: { yields: true },
  feedback: {},
  observations: {},
  memory_sources: {},
  type_changes: {},
  documents: { yields: true },
  document_sections: {},
  code_repositories: { boundToId: true },
  code_files: { boundToId: true },
  code_symbols: { boundToId: true },
  code_edges: { boundToId: true },
  memory_grounds: { boundToId: true },
  memory_anchors: { boundToId: true },
  ground_settlements: { boundToId: true },
  branches: {},
  branch_ends: {},
  tombstones: {},
  glossary_groups: {},
  lexeme_frequencies: {},
  workspace_statistics: { without: ['has_semantic_index', 'upkeep_asked_at'], replaces: true },
} as const satisfies Record<string, TransferTable>;
export type TransferTableName = keyof typeof transferTables;

/** What stays behind, and why. */
export const untransferredTables: Record<string, string> = {
  api_keys: 'A key is a right to one deployment; the import makes a new one.',
  memberships: 'Who may log in is for the operator of each deployment to say.',
  idempotent_replies: 'Answers to repeated requests, kept for a day; they are the old deployment’s.',
  llm_budgets: "What the old deployment's model has used today.",
  job_attempts: 'Attempts at background work; the import starts that work again.',
  memory_changes: 'What can be undone where it was done, for 30 days.',
  workspace_exports: 'Files that lie where the operator of the old deployment put them.',
  forgetting_parts: 'What requests to forget have found that are under way.',
  graph_changes: 'Marks for the next analysis; the import makes its own.',
  search_changes: 'What processes with an index in their memory have to read again.',
  document_uploads:
    'Their files lie in the bucket of the old deployment; what was read from them are documents.',
};

export const isTransferTable = (name: string): name is TransferTableName =>
  Object.hasOwn(transferTables, name);
