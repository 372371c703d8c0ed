import { ingestDocument } from '@memory/core';
import { tool } from '../server/tool.ts';
import { ingestText } from '../text/ingest-text.ts';

/** Code points: a first line may be a whole paragraph. */
const TITLE_LENGTH = 120;

/** sdlc_seed: a document of the development process becomes `sdlc_knowledge`. */
export const sdlcSeed = tool(
  'sdlc_seed',
  async (services, workspace, { content, document_type, deliverable_id }) => {
    const ingested = await ingestDocument(services, workspace, {
      content,
      title: titleOf(content),
      memory_type: 'sdlc_knowledge',
      tags: [],
      source: null,
      document_type,
      deliverable_id: deliverable_id ?? null,
    });
    return { structured: ingested, text: ingestText(ingested) };
  },
);

/**
 * The first heading of a Markdown text, or its first line: the same document keeps its title, and so its identity, and
 * two documents do not replace each other for want of one.
 */
function titleOf(content: string): string {
  const heading = /^ {0,3}#{1,6}[ \t]+(\S.*)$/mu.exec(content)?.[1]?.replace(/[ \t]+#+[ \t]*$/u, '');
  const title = heading ?? /\S.*/u.exec(content)?.[0] ?? '';
  return Array.from(title.trim()).slice(0, TITLE_LENGTH).join('');
}
