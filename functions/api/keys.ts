import { keys } from '@memory/contracts';
import * as core from '@memory/core';
import { endpoint } from '@memory/service';

// /api/v1/keys
export const createKey = endpoint(keys, 'createKey', core.createKey);
export const listKeys = endpoint(keys, 'listKeys', core.listKeys);
export const revokeKey = endpoint(keys, 'revokeKey', core.revokeKey);
