export * from './browse/browse-memories.ts';
export { type NearMemory, readNearMemory } from './browse/read-near-memory.ts';
export { readStanding, type Standing } from './browse/read-standing.ts';
export { readSuccessors, REPLACEABLE_TYPES, type Successor } from './browse/succession.ts';
export { deleteGlossaryGroup, insertGlossaryGroup, listGlossaryGroups } from './glossary/glossary-groups.ts';
export { withinDeadline, STATEMENT_LIMIT_MS, withStatementLimit } from './statement-limit.ts';
export { countRoundTrips, queryRows, type Database, type WorkspaceId } from './database.ts';
export {
  discoverMemories,
  type DiscoverMemoriesOptions,
  type Discovery,
} from './discovery/discover-memories.ts';
export * from './discovery/proposals.ts';
export * from './discovery/successions.ts';
export { openDatabase, type DatabaseConfig } from './drivers/open-database.ts';
export type { OpenDatabase } from './drivers/opened-database.ts';
export { isEmbedded } from './drivers/embedded.ts';
export { inBackground, inTurnOf, isAsked, takeTurnsWith } from './fair-turns.ts';
export { describeDatabaseFailure, isUniqueViolation } from './errors.ts';
export {
  beginAlone,
  beginAttempts,
  failAttempt,
  forgetAttempts,
  listDeadWork,
  reviveDeadWork,
  type AttemptScope,
} from './jobs/job-attempts.ts';
export { slowStatements, statementHash } from './slow-statements.ts';
export { forgetEmbeddingRefusals, noteEmbeddingRefusals } from './embedding/embedding-refusals.ts';
export * from './embedding/cosine-scale.ts';
export * from './embedding/embeddings.ts';
export * from './embedding/maintain-semantic-index.ts';
export * from './graph/graph-analysis.ts';
export * from './graph/explore-graph.ts';
export * from './graph/find-path.ts';
export type { GraphNodeRow } from './graph/graph-pages.ts';
export { listGraphEdges, listGraphNodes, type GraphEdgeRow } from './graph/graph-pages.ts';
export { grantApplicationRole } from './grant-application-role.ts';
export * from './idempotency/idempotent-replies.ts';
export * from './jobs/open-work.ts';
export * from './jobs/pending-memories.ts';
export * from './jobs/upkeep.ts';
export { authenticateKey } from './keys/authenticate-key.ts';
export { CallLeases, type Rates } from './keys/call-leases.ts';
export * from './keys/keys.ts';
export * from './keys/authenticate-member.ts';
export * from './forgetting/forget-rows.ts';
export { listDescribedMemories, listLatestActs, listUsage, readOverview } from './overview/read-overview.ts';
export * from './overview/worth.ts';
export * from './forgetting/forgetting-parts.ts';
export {
  listMeantMemories,
  listSameMemories,
  type MeantMemories,
  type MeantMemory,
} from './forgetting/meant-memories.ts';
export * from './forgetting/quoting-places.ts';
export * from './forgetting/workspace-exports.ts';
export {
  changeSource,
  withChangeSource,
  noted,
  unnoted,
  type ChangeSource,
  withChangeBatch,
} from './history/change-source.ts';
export * from './history/delete-expired.ts';
export * from './history/list-changes.ts';
export * from './history/undo-changes.ts';
export * from './memories/count-memory-use.ts';
export * from './memories/find-memories.ts';
export { insertMemories, type NewMemory, insertMemory } from './memories/insert-memories.ts';
export * from './memories/open-memory.ts';
export { listSameShort, type MemoryRef, type MemoryIdentity, type MemoryRow } from './memories/memory-row.ts';
export * from './memories/update-memory.ts';
export { migrate } from './migrate.ts';
export * from './relationships/manual-relationships.ts';
export {
  listContestedMemories,
  listSettledMemories,
  type ContestedMemoryRow,
} from './relationships/list-contested-memories.ts';
export type { RelationshipRow } from './relationships/relationship-row.ts';
export * from './search/related-memories.ts';
export type { RankedMemory, SearchMemoriesOptions } from './search/ranked-memory.ts';
export type { SearchFilters } from './search/search-filters.ts';
export type { EvidenceOptions } from './search/evidence.ts';
export { searchForRecall, type RecallCandidate } from './search/search-for-recall.ts';
export { searchMemories } from './search/search-memories.ts';
export type { CosineScale, SemanticQuery } from './search/semantic-query.ts';
export * from './workspaces/workspaces.ts';
export { readTextsPage, rewriteTexts } from './secrets/texts.ts';
export * from './secrets/texts.ts';
export * from './archive/archived-tables.ts';
export * from './archive/known-records.ts';
export { digestRecords, isWorkspaceEmpty, readRecords } from './archive/read-records.ts';
export type { StoredRecord } from './archive/record-tables.ts';
export { hasMigration, readSchemaVersion } from './archive/schema-version.ts';
export * from './archive/settle-records.ts';
export { writeRows, type TableRow, type WrittenRow } from './archive/write-rows.ts';
export * from './documents/documents.ts';
export * from './documents/uploads.ts';
export * from './documents/write-sections.ts';
export * from './observations/observations.ts';
export * from './sessions/summaries.ts';
export * from './sessions/sessions.ts';
export * from './sessions/read-block.ts';
export type { SessionRow } from './sessions/session-row.ts';
export * from './sessions/tellings.ts';
export * from './sessions/read-session-context.ts';
export * from './sessions/read-workspace-overview.ts';
export * from './workspaces/token-budget.ts';
export * from './sessions/list-matching-memories.ts';
export * from './importance/recalculate-importance.ts';
export * from './reclassification/judgements.ts';
export * from './reclassification/retype-by-neighbours.ts';
export * from './reclassification/type-changes.ts';
export {
  deletePruningCandidates,
  listPruningCandidateIds,
  type PruningLimits,
} from './pruning/pruning-candidates.ts';
export type { CodeSymbolRow } from './code/code-symbol-row.ts';
export * from './code/code-repositories.ts';
export { findCallPath } from './code/find-call-path.ts';
export * from './code/find-symbols.ts';
export { hasCodeWords } from './code/find-symbols.ts';
export { listCodeRepositories } from './code/code-repositories.ts';
export * from './code/list-linked-memories.ts';
export * from './code/read-call-chain.ts';
export * from './code/read-code-sources.ts';
export * from './code/read-neighbours.ts';
export * from './code/code-edges.ts';
export * from './code/store-code-files.ts';
export type { Workspace } from './workspaces/workspace.ts';
export * from './anchors/anchors-to-judge.ts';
export type { AnchorSymbolRow } from './anchors/anchors-to-judge.ts';
export * from './anchors/pending-grounds.ts';
export { listGrounds } from './anchors/list-grounds.ts';
export {
  deleteGroundSettlement,
  findGround,
  findGroundSettlement,
  type KeptGroundSettlement,
  insertGroundSettlement,
  markObsolete,
  type StandingGround,
  askForGrounds,
  type NewAnchor,
  writeAnchors,
} from './anchors/settle-grounds.ts';
export { findMemoriesToTie, markGrounded, listLostGrounds } from './anchors/lost-grounds.ts';
export { readGrounds, listShownAnchors } from './anchors/read-grounds.ts';
export { listPendingGrounds } from './anchors/pending-grounds.ts';
export { listOpenBranches, writeBranchReport } from './branches/branches.ts';
export { searchOn } from './search/readers.ts';
export { keepSearchIndexes, SearchIndexes } from './search/in-memory/search-indexes.ts';
export {
  areSearchChangesNoted,
  deleteSearchChanges,
  noteSearchChanges,
} from './search/in-memory/search-changes.ts';
export { listRememberedSymbols, listOutlineEdges, listOutlineNodes } from './overview/graph-outline.ts';
export { listAttention, settleUpload, settleWork } from './overview/attention.ts';
export { readSessionTrace } from './overview/read-session-trace.ts';
