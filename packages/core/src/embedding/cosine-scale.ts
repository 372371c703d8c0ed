import { TABLE_MODEL } from '@memory/text/table-model';
import {
  listEmbeddedTitles,
  measureCosines,
  setCosineScale,
  type CosineScale,
  type Workspace,
} from '@memory/db';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { providerOf, type EmbeddingProvider } from './embedding.ts';

/** Of the table: what stories of software teams have. */
const TABLE: CosineScale = { floor: 0.1, top: 0.7 };

/** Of other models until they are calibrated; a choice, not measured. */
const OTHERS: CosineScale = { floor: 0.3, top: 0.9 };

/** How cosines of a model are read in a workspace: as they were measured there, else as its default says. */
export const cosineScale = (
  { cosineScale: own }: Pick<Workspace, 'cosineScale'>,
  model: string,
): CosineScale => (own?.model === model ? own : model === TABLE_MODEL ? TABLE : OTHERS);

/**
 * The same for the score of a search. That of the table is the same everywhere: words and vectors were weighed by it, and where all memories are
 * about one field a narrower scale lets the vector outweigh them (medical abstracts: .29 instead of .31 among ten).
 */
export const searchScale = (workspace: Pick<Workspace, 'cosineScale'>, model: string): CosineScale =>
  model === TABLE_MODEL ? TABLE : cosineScale(workspace, model);

/** Memories whose titles are asked. */
const SAMPLE = 100;
const SAMPLE_MIN = 16;

/** A model whose questions are not that much nearer to their own memories tells nothing. */
const SPREAD_MIN = 0.1;

export interface Calibration extends CosineScale {
  model: string;
  memories: number;
}

export async function calibrate(
  { db, embedding }: Pick<Services, 'db' | 'embedding'>,
  workspace: Pick<Workspace, 'id' | 'embeddingModel'>,
): Promise<Calibration> {
  const { embeddingModel: model } = workspace;
  const provider = model === null ? undefined : providerOf(embedding, model);
  if (model === null || !provider)
    throw new ServiceError(
      'conflict',
      'The vectors of this workspace are of no model that is configured here.',
    );
  const calibration = await measure(db, workspace, provider);
  if (!calibration)
    throw new ServiceError('conflict', `At least ${SAMPLE_MIN} memories of different subjects are needed.`);
  return calibration;
}

/** The same, without a word where it cannot be. */
export async function measure(
  db: Services['db'],
  { id }: Pick<Workspace, 'id'>,
  { embedder }: Pick<EmbeddingProvider, 'embedder'>,
): Promise<Calibration | undefined> {
  const { model } = embedder;
  const sample = await listEmbeddedTitles(db, id, { model, limit: SAMPLE });
  if (sample.length < SAMPLE_MIN) return undefined;
  const vectors = await embedder.embed(
    sample.map(({ title }) => title),
    'query',
  );
  const questions = sample.flatMap(({ id: memoryId }, place) => {
    const vector = vectors[place];
    return vector && vector.length > 0 ? [{ id: memoryId, vector }] : [];
  });
  const scale = await measureCosines(db, id, { model, questions });
  if (!scale || scale.top - scale.floor < SPREAD_MIN) return undefined;
  await setCosineScale(db, id, { model, ...scale });
  return { model, memories: questions.length, ...scale };
}
