export { discoverRelationships } from './discovery/discover-relationships.ts';
export { embedDocuments } from './embedding/embed-documents.ts';
export type { Embedding, EmbeddingProvider } from './embedding/embedding.ts';
export { spentTokens } from './embedding/pending-condition.ts';
export { similarityThreshold } from './discovery/similarity-threshold.ts';
export { deleteDocument, deleteDocuments, getDocument, listDocuments } from './documents/documents.ts';
export { ingestUpload, titleOfContent } from './documents/ingest-upload.ts';
export { ingestBatch, ingestDocument } from './documents/ingest.ts';
export { resumeUploads, createUpload, getUpload } from './documents/uploads.ts';
export {
  exportRecords,
  beginImport,
  describeExport,
  exportAnyRecords,
  importAnyRecords,
} from './archive/whole-workspace.ts';
export { importRecords } from './archive/import-records.ts';
export { forget } from './forgetting/forget.ts';
export { listChanges } from './history/list-changes.ts';
export { undoChanges } from './history/undo-changes.ts';
export { redactedBefore, eraseReplaced, redactStored, takeSecretsOut } from './secrets/secrets.ts';
export { randomIds } from './ids.ts';
export { embedMemories } from './embedding/embed-memories.ts';
export { maintainWorkspace, sweepWorkspaces, resendLost } from './upkeep/upkeep.ts';
export { reembedWorkspace } from './upkeep/reembed-workspace.ts';
export { analyzeGraph, scheduleGraphAnalysis } from './graph/analyze-graph.ts';
export { exploreGraph, findPath } from './graph/explore-graph.ts';
export { readGraph, type GraphPart } from './graph/read-graph.ts';
export {
  deriveApiKey,
  hashApiKey,
  isWellFormedApiKey,
  createKey,
  listKeys,
  revokeKey,
  addMembership,
  listMemberships,
  removeMembership,
} from './keys/keys.ts';
export {
  batchDeleteMemories,
  deleteMemory,
  getMemory,
  listMemories,
  recordAccess,
  recordFeedback,
  recordRetrieval,
  retractFeedback,
} from './memories/memories.ts';
export { orAmbiguous } from './memories/memory-ref.ts';
export { openMemory, type OpenedMemory } from './memories/open-memory.ts';
export { storeMemory } from './memories/store-memory.ts';
export { updateMemory } from './memories/update-memory.ts';
export { getIndex, getTimeline, listMemoriesByFile, getInsight } from './browse/browse.ts';
export { asTheyStand, WITHDRAWN } from './recall/with-standing.ts';
export type { Found } from './recall/successions.ts';
export { frameRecalled, RECALL_NOTICE } from '@memory/text/recall';
export { budgetsOfSearch, type PassageOptions, passagesOf } from './recall/passages.ts';
export { neutralAnswer } from './recall/neutral-answer.ts';
export { neutralLine } from '@memory/text/recall';
export { listAnswers, recallMemories } from './recall/recall-memories.ts';
export { listRelatedMemories } from './search/list-related-memories.ts';
export { searchMemories } from './search/search-memories.ts';
export { getStats, noteQuestion } from './overview/stats.ts';
export {
  listContradictions,
  reopenContradiction,
  settleContradiction,
} from './contradictions/contradictions.ts';
export { addGlossaryGroup, deleteGlossaryGroup, listGlossary } from './glossary/glossary.ts';
export { createRelationship, retractRelationship } from './relationships/relationships.ts';
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
export {
  listAttention,
  settleFailure,
  describeMemories,
  listLatestActs,
  outlineGraph,
  showWorkspace,
  traceSession,
} from './overview/overview.ts';
export { redriveJobs, runJob, showJobs } from './jobs/jobs.ts';
export { listPruningCandidates, prune } from './pruning/prune.ts';
export { undoTypeChange, reclassifyMemories } from './reclassification/reclassify-memories.ts';
export { listObservations, recordObservations, retractObservation } from './observations/observations.ts';
export {
  endSession,
  getSession,
  listSessions,
  findToldSession,
  startSession,
  updateSession,
  endIdleSessions,
} from './sessions/sessions.ts';
export { contextLines } from './sessions/context-block.ts';
export { tellMoment } from './moments/tell-moment.ts';
export { sessionBlock } from './sessions/session-block.ts';
export { getSessionContext } from './sessions/get-session-context.ts';
export { generateSessionSummary } from './sessions/generate-session-summary.ts';
export { recalculateImportance, scheduleNightlyWork } from './importance/recalculate-importance.ts';
export { deleteCodeRepository, getCodeStatus } from './code/code-status.ts';
export { findCallPath, findCallees, findCallers, navigateCode } from './code/find-neighbours.ts';
export { getCodeContext } from './code/get-code-context.ts';
export { resendLostRepositories, resolveCodeGraph } from './code/resolve-code-graph.ts';
export { searchCode } from './code/search-code.ts';
export { storeCodeFiles } from './code/store-code-files.ts';
export { branchMark, listBranches, reportBranches } from './branches/branches.ts';
export {
  listGrounds,
  reopenGround,
  settleGround,
  readGrounds,
  listShownAnchors,
  findLostGrounds,
} from './anchors/grounds.ts';
export { listPendingGrounds } from './anchors/store-anchors.ts';
export { storeAnchors } from './anchors/store-anchors.ts';
