import type { Client } from '@memory/client';

const PAGE = 500;

/** The narratives of all memories, joined by the document they come from. */
export async function narrativesBySource(client: Client): Promise<Map<string, string>> {
  const narratives = new Map<string, string>();
  for (let offset = 0; ; offset += PAGE) {
    const results = await client.listMemories({
      query: { ordering: 'created_at', limit: PAGE, offset },
    });
    for (const { source_files, narrative } of results)
      for (const source of source_files)
        narratives.set(source, `${narratives.get(source) ?? ''}\n${narrative}`);
    if (results.length < PAGE) return narratives;
  }
}
