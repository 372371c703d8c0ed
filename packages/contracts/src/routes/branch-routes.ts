import {
  ListBranchesQuery,
  ListBranchesReply,
  ReportBranchesBody,
  ReportBranchesReply,
} from '../branches.ts';
import type { Route } from '../http/route.ts';

/** What becomes of the branches that memories were stored on: told by whoever stands in the repository. */
export const branchRoutes = {
  listBranches: {
    method: 'GET',
    path: '/api/v1/branches',
    summary: 'Branches of a project with memories that are neither merged nor abandoned, the newest first.',
    tag: 'Branches',
    scope: 'read',
    rate: 'read',
    query: ListBranchesQuery,
    status: 200,
    response: ListBranchesReply,
    errors: [],
    extension: true,
  },
  reportBranches: {
    method: 'POST',
    path: '/api/v1/branches',
    summary: 'Say which branches of a project are open, merged or gone: names and hashes, never source.',
    tag: 'Branches',
    scope: 'write',
    rate: 'write',
    body: ReportBranchesBody,
    status: 200,
    response: ReportBranchesReply,
    errors: [],
    extension: true,
  },
} as const satisfies Record<string, Route>;
