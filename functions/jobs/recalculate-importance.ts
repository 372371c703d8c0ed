import { recalculateImportance } from '@memory/core';
import { job } from '@memory/service';

/** Weighs feedback, use, confidence and age into the importance of the memories of a workspace. */
export const handler = job('recalculateImportance', recalculateImportance);
