import type { MemoryIdForm } from '@memory/contracts';

/** Well-formed identifiers that no memory has. */
export const unknownRef = (form: MemoryIdForm): string =>
  form === 'A' ? '00000000-0000-7000-8000-00000000dead' : 'mem-0000000000000000';
