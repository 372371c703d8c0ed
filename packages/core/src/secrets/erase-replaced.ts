import type { ErasedState } from '@memory/contracts';
import { countRetraining } from '@memory/db';
import { configuredModel } from '../embedding/configured-model.ts';
import { TRAINED_FROM } from '../upkeep/decide-upkeep.ts';
import type { Services } from '../services.ts';

/** Leaves nothing of what the sweep replaced in the files of the database. */
export async function eraseReplaced({
  db,
  embedding,
  erase,
}: Pick<Services, 'db' | 'embedding' | 'erase'>): Promise<{ state: ErasedState }> {
  const trainsHere = configuredModel(embedding) === 'lexical';
  if (trainsHere && (await countRetraining(db, { trainedFrom: TRAINED_FROM })) > 0)
    return { state: 'training' };
  if (!erase) return { state: 'elsewhere' };
  await erase();
  return { state: 'erased' };
}
