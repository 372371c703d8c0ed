import { analyzeGraph } from '@memory/core';
import { job } from '@memory/service';

/** Computes PageRank and communities of a workspace, and writes what has changed. */
export const handler = job('analyzeGraph', analyzeGraph);
