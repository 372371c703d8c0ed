import { memories } from '@memory/contracts';
import * as core from '@memory/core';
import { embedEarly, endpoint, replyWithGraph, replyWithStored } from '@memory/service';

// /api/v1/memories
export const storeMemory = endpoint(memories, 'storeMemory', replyWithStored);
export const listMemories = endpoint(memories, 'listMemories', core.listMemories);
export const getMemory = endpoint(memories, 'getMemory', core.getMemory);
export const updateMemory = endpoint(memories, 'updateMemory', core.updateMemory);
export const deleteMemory = endpoint(memories, 'deleteMemory', core.deleteMemory);
export const batchDeleteMemories = endpoint(memories, 'batchDeleteMemories', core.batchDeleteMemories);
export const listRelatedMemories = endpoint(memories, 'listRelatedMemories', core.listRelatedMemories);
export const recordAccess = endpoint(memories, 'recordAccess', core.recordAccess);
export const recordRetrieval = endpoint(memories, 'recordRetrieval', core.recordRetrieval);
export const recordFeedback = endpoint(memories, 'recordFeedback', core.recordFeedback);
export const retractFeedback = endpoint(memories, 'retractFeedback', core.retractFeedback);
export const searchMemories = endpoint(
  memories,
  'searchMemories',
  (services, workspace, input) => core.searchMemories(services, workspace, input),
  embedEarly,
);
export const getGraph = endpoint(memories, 'getGraph', (services, workspace, query, { headers }) =>
  replyWithGraph(services, workspace, { query, headers }),
);
export const exploreGraph = endpoint(memories, 'exploreGraph', core.exploreGraph, embedEarly);
export const findPath = endpoint(memories, 'findPath', core.findPath);
