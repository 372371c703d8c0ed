import * as core from '@memory/core';
import { batchJob, job, schedule } from '@memory/service';

export const generateEmbedding = batchJob('generateEmbedding', core.embedMemories);
export const discoverRelationships = batchJob('discoverRelationships', core.discoverRelationships);
export const maintainWorkspace = job('maintainWorkspace', core.maintainWorkspace, { first: core.resendLost });
export const reembedWorkspace = job('reembedWorkspace', core.reembedWorkspace);
export const sweepWorkspaces = schedule('sweepWorkspaces', async (services, message) => {
  await core.sweepWorkspaces(services, message);
  await core.resumeUploads(services, message);
});
export const scheduleGraphAnalysis = schedule('scheduleGraphAnalysis', core.scheduleGraphAnalysis);
export const analyzeGraph = job('analyzeGraph', core.analyzeGraph);
export const ingestUpload = job('ingestUpload', core.ingestUpload);
export const generateSessionSummary = job('generateSessionSummary', core.generateSessionSummary);
export const endIdleSessions = schedule('endIdleSessions', core.endIdleSessions);
export const scheduleNightlyWork = schedule('scheduleNightlyWork', core.scheduleNightlyWork);
export const recalculateImportance = job('recalculateImportance', core.recalculateImportance);
export const reclassifyMemories = job('reclassifyMemories', core.reclassifyMemories);
export const resolveCodeGraph = job('resolveCodeGraph', core.resolveCodeGraph, {
  otherwise: core.resendLostRepositories,
});
