import type { MemoryIdForm } from '@memory/contracts';
import type { MemoryRef } from '@memory/db';
import { ServiceError } from '../service-error.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu;
const MEMORY_ID = /^mem-[0-9a-hjkmnp-tv-z]{16}$/u;

export const isUuid = (text: string): boolean => UUID.test(text);

/** The identifier as the deployment's form reads it; undefined when it cannot be one. */
export function parseMemoryRef(form: MemoryIdForm, given: string): MemoryRef | undefined {
  if (form === 'A') return isUuid(given) ? { form, id: given.toLowerCase() } : undefined;
  return MEMORY_ID.test(given) ? { form, memoryId: given } : undefined;
}

/** One answer for the unknown, the malformed and the foreign. */
export const memoryNotFound = (given: string) =>
  new ServiceError('not_found', `Memory ${given} was not found.`);

export function requireMemoryRef(form: MemoryIdForm, given: string): MemoryRef {
  const ref = parseMemoryRef(form, given);
  if (!ref) throw memoryNotFound(given);
  return ref;
}

/** The identifier that a presented memory carries. */
export const refOf = ({ id, memory_id }: { id?: string; memory_id?: string }): string =>
  memory_id ?? id ?? '';
