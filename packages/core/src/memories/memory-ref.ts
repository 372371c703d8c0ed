import { type MemoryIdForm, shortRef } from '@memory/contracts';
import { listSameShort, type MemoryIdentity, type MemoryRef, type Workspace } from '@memory/db';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu;
const MEMORY_ID = /^mem-[0-9a-hjkmnp-tv-z]{16}$/u;
/** The last group of a UUID, and the beginning of the other form. */
const SHORT = { A: /^[0-9a-f]{12}$/iu, B: /^mem-[0-9a-hjkmnp-tv-z]{8}$/u };

export const isUuid = (text: string): boolean => UUID.test(text);

/** The same of a memory, in the deployment's form. */
export const shortRefOf = ({ id, memory_id }: { id: string; memory_id?: string | undefined }): string =>
  shortRef(memory_id ?? id);

export const nameIn =
  (form: MemoryIdForm) =>
  ({ id, memory_id }: MemoryIdentity): string =>
    shortRef(form === 'A' ? id : memory_id);

/** The identifier as the deployment's form reads it; undefined when it cannot be one. */
export function parseMemoryRef(form: MemoryIdForm, given: string): MemoryRef | undefined {
  if (SHORT[form].test(given)) return { form, short: given.toLowerCase() };
  if (form === 'A') return isUuid(given) ? { form, id: given.toLowerCase() } : undefined;
  return MEMORY_ID.test(given) ? { form, memoryId: given } : undefined;
}

/** One answer for the unknown, the malformed and the foreign. */
export const memoryNotFound = (given: string) =>
  new ServiceError('not_found', `Memory ${given} was not found.`, { memory: given });

export function requireMemoryRef(form: MemoryIdForm, given: string): MemoryRef {
  const ref = parseMemoryRef(form, given);
  if (!ref) throw memoryNotFound(given);
  return ref;
}

export const refOf = ({ id, memory_id }: { id?: string; memory_id?: string }): string =>
  memory_id ?? id ?? '';

/** In place of a memory that was not found, since several have its short identifier: which they are. */
export async function orAmbiguous(
  error: unknown,
  { db, settings: { memoryIdForm: form } }: Pick<Services, 'db' | 'settings'>,
  workspace: Pick<Workspace, 'id'>,
): Promise<unknown> {
  const given = error instanceof ServiceError ? error.options.memory : undefined;
  const ref = given === undefined ? undefined : parseMemoryRef(form, given);
  if (!ref || !('short' in ref)) return error;
  const several = await listSameShort(db, workspace.id, ref);
  if (several.length < 2) return error;
  const named = several.map(
    ({ id, memory_id, title }) => `${form === 'A' ? id : memory_id} (${title.slice(0, 80)})`,
  );
  return new ServiceError(
    'not_found',
    `${given} is the short identifier of several memories; name one whole: ${named.join(', ')}.`,
  );
}
