import { jobs } from '@memory/contracts';
import { analyzeGraph } from '@memory/core';
import { findWorkspace } from '@memory/db';
import { job } from '@memory/runtime';

/** Computes PageRank and communities of a workspace, and writes what has changed. */
export const handler = job('analyzeGraph', jobs.analyzeGraph, async ({ workspaceId }, services) => {
  const workspace = await findWorkspace(services.db, workspaceId);
  if (workspace) await analyzeGraph(services, workspace.id);
});
