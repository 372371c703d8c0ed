import { changes } from '@memory/contracts';
import * as core from '@memory/core';
import { endpoint } from '@memory/service';

// /api/v1/changes
export const listChanges = endpoint(changes, 'listChanges', core.listChanges);
export const undoChanges = endpoint(changes, 'undoChanges', core.undoChanges);
