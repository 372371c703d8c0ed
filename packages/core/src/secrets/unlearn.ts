import { clearCommunityLabels, emptyLexicalSnapshots, forgetTraining, type Workspace } from '@memory/db';
import { lexicalVersionOf } from '../embedding/lexical-model-name.ts';
import type { Services } from '../services.ts';

/**
 * What was made of single words, in which a text has lost its form: names of groups, and the list of words in the lexical
 * model. A model that is in use serves until the next is trained.
 */
export async function unlearn(
  db: Services['db'],
  { id, embeddingModel }: Pick<Workspace, 'id' | 'embeddingModel'>,
): Promise<void> {
  await clearCommunityLabels(db, id);
  if (embeddingModel === null || lexicalVersionOf(embeddingModel) === undefined)
    await emptyLexicalSnapshots(db, id);
  else await forgetTraining(db, id);
}
