import { branches } from '@memory/contracts';
import * as core from '@memory/core';
import { endpoint } from '@memory/service';

// /api/v1/branches
export const listBranches = endpoint(branches, 'listBranches', core.listBranches);
export const reportBranches = endpoint(branches, 'reportBranches', core.reportBranches);
