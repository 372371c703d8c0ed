export { discoverRelationships } from './discovery/discover-relationships.ts';
export { embedDocuments } from './embedding/embed-documents.ts';
export { embedQuery } from './embedding/embed-query.ts';
export type { Embedding, EmbeddingProvider } from './embedding/embedding.ts';
export { spentTokens } from './embedding/pending-condition.ts';
export { similarityThreshold } from './discovery/similarity-threshold.ts';
export { deleteDocument, deleteDocuments, getDocument, listDocuments } from './documents/documents.ts';
export { ingestUpload } from './documents/ingest-upload.ts';
export { ingestBatch, ingestDocument } from './documents/ingest.ts';
export { resumeUploads, createUpload, getUpload } from './documents/uploads.ts';
export { titleOfContent } from './documents/with-upload-defaults.ts';
export { exportRecords } from './archive/export-records.ts';
export { importRecords } from './archive/import-records.ts';
export { forget } from './forgetting/forget.ts';
export { listChanges } from './history/list-changes.ts';
export { undoChanges } from './history/undo-changes.ts';
export { redactedBefore } from './secrets/redact-texts.ts';
export { takeSecretsOut } from './secrets/take-secrets-out.ts';
export { randomIds } from './ids.ts';
export { embedMemories } from './embedding/embed-memories.ts';
export { maintainWorkspace, sweepWorkspaces, resendLost } from './upkeep/upkeep.ts';
export { reembedWorkspace } from './upkeep/reembed-workspace.ts';
export { analyzeGraph, scheduleGraphAnalysis } from './graph/analyze-graph.ts';
export { exploreGraph, findPath } from './graph/explore-graph.ts';
export { readGraph, type GraphPart } from './graph/read-graph.ts';
export { deriveApiKey, hashApiKey, isWellFormedApiKey } from './keys/api-key.ts';
export { createKey, listKeys, revokeKey } from './keys/keys.ts';
export { batchDeleteMemories } from './memories/batch-delete-memories.ts';
export { deleteMemory } from './memories/delete-memory.ts';
export { getMemory } from './memories/get-memory.ts';
export { listMemories } from './memories/list-memories.ts';
export { orAmbiguous } from './memories/memory-ref.ts';
export { openMemory, type OpenedMemory } from './memories/open-memory.ts';
export { recordAccess, recordFeedback, recordRetrieval, retractFeedback } from './memories/record-use.ts';
export { storeMemory } from './memories/store-memory.ts';
export { updateMemory } from './memories/update-memory.ts';
export { getIndex } from './browse/get-index.ts';
export { getTimeline } from './browse/get-timeline.ts';
export { listMemoriesByFile } from './browse/list-memories-by-file.ts';
export { getInsight } from './browse/get-insight.ts';
export { asTheyStand } from './recall/as-they-stand.ts';
export type { Found } from './recall/successions.ts';
export { WITHDRAWN } from './recall/with-standing.ts';
export { frameRecalled, RECALL_NOTICE } from '@memory/text/recall';
export { budgetsOfSearch, type PassageOptions, passagesOf } from './recall/passages.ts';
export { neutralAnswer } from './recall/neutral-answer.ts';
export { neutralLine } from '@memory/text/recall';
export { listAnswers, recallMemories } from './recall/recall-memories.ts';
export { listRelatedMemories } from './search/list-related-memories.ts';
export { searchMemories } from './search/search-memories.ts';
export { getStats, noteQuestion } from './overview/stats.ts';
export { listContradictions } from './contradictions/list-contradictions.ts';
export { reopenContradiction } from './contradictions/reopen-contradiction.ts';
export { settleContradiction } from './contradictions/settle-contradiction.ts';
export { addGlossaryGroup, deleteGlossaryGroup, listGlossary } from './glossary/glossary.ts';
export { createRelationship } from './relationships/create-relationship.ts';
export { retractRelationship } from './relationships/retract-relationship.ts';
export { ServiceError } from './service-error.ts';
export type { JobSender, Services, Settings } from './services.ts';
export {
  copyDatabase,
  createWorkspace,
  listWorkspaces,
  setRetention,
  setSecretsPolicy,
  deleteWorkspace,
} from './workspaces/workspaces.ts';
export { calibrate } from './embedding/cosine-scale.ts';
export { addMembership, listMemberships, removeMembership } from './keys/memberships.ts';
export {
  listAttention,
  settleFailure,
  describeMemories,
  listLatestActs,
  outlineGraph,
  showWorkspace,
  traceSession,
} from './overview/overview.ts';
export { redriveJobs, runJob } from './jobs/jobs.ts';
export { showJobs } from './jobs/show-jobs.ts';
export { listPruningCandidates, prune } from './pruning/prune.ts';
export { undoTypeChange, reclassifyMemories } from './reclassification/reclassify-memories.ts';
export { eraseReplaced, redactStored } from './secrets/redact-stored.ts';
export {
  beginImport,
  describeExport,
  exportAnyRecords,
  importAnyRecords,
} from './archive/whole-workspace.ts';
export { listObservations } from './observations/list-observations.ts';
export { recordObservations } from './observations/record-observations.ts';
export { retractObservation } from './observations/retract-observation.ts';
export { endSession } from './sessions/end-session.ts';
export { getSession } from './sessions/get-session.ts';
export { listSessions } from './sessions/list-sessions.ts';
export { findToldSession, startSession } from './sessions/start-session.ts';
export { updateSession } from './sessions/update-session.ts';
export { contextBlock } from './sessions/context-block.ts';
export { tellMoment } from './moments/tell-moment.ts';
export { sessionBlock } from './sessions/session-block.ts';
export { getSessionContext } from './sessions/get-session-context.ts';
export { endIdleSessions } from './sessions/end-idle-sessions.ts';
export { generateSessionSummary } from './sessions/generate-session-summary.ts';
export { recalculateImportance } from './importance/recalculate-importance.ts';
export { scheduleNightlyWork } from './importance/schedule-nightly-work.ts';
export { deleteCodeRepository } from './code/delete-code-repository.ts';
export { findCallPath, findCallees, findCallers, navigateCode } from './code/find-neighbours.ts';
export { getCodeContext } from './code/get-code-context.ts';
export { getCodeStatus } from './code/get-code-status.ts';
export { resendLostRepositories, resolveCodeGraph } from './code/resolve-code-graph.ts';
export { searchCode } from './code/search-code.ts';
export { storeCodeFiles } from './code/store-code-files.ts';
export { branchMark } from './branches/branch-mark.ts';
export { listBranches } from './branches/list-branches.ts';
export { reportBranches } from './branches/report-branches.ts';
export { listGrounds } from './anchors/read-grounds.ts';
export { reopenGround } from './anchors/reopen-ground.ts';
export { settleGround } from './anchors/settle-ground.ts';
export { readGrounds } from './anchors/read-grounds.ts';
export { listPendingGrounds } from './anchors/store-anchors.ts';
export { storeAnchors } from './anchors/store-anchors.ts';
export { listShownAnchors } from './anchors/read-grounds.ts';
export { findLostGrounds } from './anchors/read-grounds.ts';
