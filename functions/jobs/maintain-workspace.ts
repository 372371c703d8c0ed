import { maintainWorkspace, resendLost } from '@memory/core';
import { job } from '@memory/service';

/** Keeps a workspace in order: lost work, statistics, model, index. */
export const handler = job('maintainWorkspace', maintainWorkspace, { first: resendLost });
