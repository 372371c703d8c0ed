import { grounds } from '@memory/contracts';
import * as core from '@memory/core';
import { endpoint } from '@memory/service';

// /api/v1/grounds
export const listGrounds = endpoint(grounds, 'listGrounds', core.listGrounds);
export const settleGround = endpoint(grounds, 'settleGround', core.settleGround);
export const readGrounds = endpoint(grounds, 'readGrounds', core.readGrounds);
export const listPendingGrounds = endpoint(grounds, 'listPendingGrounds', core.listPendingGrounds);
export const storeAnchors = endpoint(grounds, 'storeAnchors', core.storeAnchors);
export const reopenGround = endpoint(grounds, 'reopenGround', core.reopenGround);
