import type { MemoryType } from '@memory/contracts';

const IMPORTED: ReadonlySet<MemoryType> = new Set(['wiki', 'sdlc_knowledge']);

/** Whether it is part of a document, rather than something that was stored by itself. */
export const isImported = ({ memory_type }: { memory_type: MemoryType }): boolean =>
  IMPORTED.has(memory_type);
