import type { Client } from '@memory/client';
import type { SyntheticText } from './realistic-texts.ts';

const IDENTIFIER = '0123456789abcdefghjkmnpqrstvwxyz';

/** As an import of another service's memories arrives. */
export async function importTexts(client: Client, texts: readonly SyntheticText[]): Promise<void> {
  await client.importRecords({
    body: {
      records: texts.map((text) => ({
        record: 'memory' as const,
        id: crypto.randomUUID(),
        memory_id: `mem-${Array.from({ length: 16 }, () => IDENTIFIER[Math.floor(Math.random() * 32)]).join('')}`,
        created_at: new Date().toISOString(),
        ...text,
      })),
    },
  });
}
