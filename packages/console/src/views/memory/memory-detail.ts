import type { Client } from '@memory/client';

export type MemoryDetail = Awaited<ReturnType<Client['getMemory']>>;
