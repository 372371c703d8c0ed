import { TABLE_MODEL } from '@memory/text/embedding-table';
import type { CosineScale } from '@memory/db';

/** Of the table: between questions and memories of other subjects, and between questions and their answers at best. */
const TABLE: CosineScale = { floor: 0.1, top: 0.7 };

/** Of other models; a choice, not measured. */
const NEURAL: CosineScale = { floor: 0.3, top: 0.9 };

/** How cosines of a model are read. */
export const cosineScale = (model: string): CosineScale => (model === TABLE_MODEL ? TABLE : NEURAL);
