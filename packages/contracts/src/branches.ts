import * as z from 'zod';
import { component, boundedText, Timestamp } from './fields.ts';
import { LIMITS } from './limits.ts';
import { noun } from './verb.ts';

export const BRANCHES_MAX = 200;

const Label = boundedText({ max: LIMITS.labelLength });
const Hash = z.string().regex(/^[0-9a-f]{8,64}$/u);

/** Commits of a branch as hashes: by them it is known again on the trunk, also by a clone that never had it. */
const BranchTrace = z.object({
  tip: Hash.nullable().describe('Its last commit.'),
  whole_id: Hash.nullable().describe('Patch id of all that it changes, as a squash leaves it.'),
  commit_ids: z
    .array(Hash)
    .max(1_000)
    .describe('Of each commit the patch id, and a digest of author, date and subject.'),
  pull: z.int().min(1).nullable().describe('Number of its pull request.'),
});

export const ListBranchesQuery = z.object({ project: Label });
export type ListBranchesQuery = z.output<typeof ListBranchesQuery>;

export const KnownBranch = BranchTrace.extend({
  name: z.string(),
  memories: z.int().describe('That were stored on it and are of it still.'),
  first_at: Timestamp.describe('When the first of them was stored.'),
}).meta({ id: 'KnownBranch' });
export type KnownBranch = z.output<typeof KnownBranch>;

export const ListBranchesReply = component('ListBranchesReply', { results: z.array(KnownBranch) });
export type ListBranchesReply = z.output<typeof ListBranchesReply>;

/** `gone`: it is in this clone no more, and nothing of it on the trunk. `trunk`: what others are merged into. */
const BRANCH_REPORTS = ['open', 'merged', 'gone', 'trunk'] as const;

export const ReportedBranch = BranchTrace.extend({
  name: Label,
  state: z.enum(BRANCH_REPORTS),
  is_witnessed: z.boolean().default(false).describe('Of `gone`: this clone has had it, as its reflog says.'),
}).meta({ id: 'ReportedBranch' });
export type ReportedBranch = z.output<typeof ReportedBranch>;

export const ReportBranchesBody = component('ReportBranchesBody', {
  project: Label,
  clone: Hash.describe('A digest that tells this clone from others; its worktrees share it.'),
  branches: z.array(ReportedBranch).min(1).max(BRANCHES_MAX),
});
export type ReportBranchesBody = z.output<typeof ReportBranchesBody>;

export const ReportBranchesReply = component('ReportBranchesReply', {
  merged: z.array(z.string()).describe('Whose memories hold for everybody from now on.'),
  abandoned: z.array(z.string()).describe('That no clone has any more.'),
});
export type ReportBranchesReply = z.output<typeof ReportBranchesReply>;

export const branches = noun('branches', 'Branches', {
  listBranches: {
    summary: 'Branches of a project with memories that are neither merged nor abandoned, the newest first.',
    scope: 'read',
    input: ListBranchesQuery,
    output: ListBranchesReply,
    doors: { http: 'GET /branches' },
  },
  reportBranches: {
    summary: 'Say which branches of a project are open, merged or gone: names and hashes, never source.',
    scope: 'write',
    input: ReportBranchesBody,
    output: ReportBranchesReply,
    doors: { http: 'POST /branches' },
  },
});
