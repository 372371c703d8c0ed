import { listDocuments } from '@memory/core';
import { recalled } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

/** document_list: what was ingested, the newest first. */
export const documentList = tool(
  'document_list',
  async (services, workspace, { origin, under, limit, offset }) => {
    const { count, results } = await listDocuments(services, workspace, { origin, under, limit, offset });
    const rows = results.map(
      ({ id, title, source, origin: from, created_at, updated_at, section_count }) => ({
        document_id: id,
        title,
        ...(source !== null && { source }),
        ...(from !== null && { origin: from }),
        date: (updated_at ?? created_at).slice(0, 10),
        memories: section_count,
      }),
    );
    if (rows.length === 0) return { count, results: rows, hint: 'There are none, or no more.' };
    return recalled({ count, results: rows });
  },
);
