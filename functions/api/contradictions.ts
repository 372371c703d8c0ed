import { contradictions } from '@memory/contracts';
import * as core from '@memory/core';
import { endpoint } from '@memory/service';

// /api/v1/contradictions
export const listContradictions = endpoint(contradictions, 'listContradictions', core.listContradictions);
export const settleContradiction = endpoint(contradictions, 'settleContradiction', core.settleContradiction);
export const reopenContradiction = endpoint(contradictions, 'reopenContradiction', core.reopenContradiction);
