import { ingestDocument, titleOfContent } from '@memory/core';
import { tool } from '../server/tool.ts';

/** sdlc_seed: a document of the development process becomes `sdlc_knowledge`. */
export const sdlcSeed = tool('sdlc_seed', (services, workspace, { content, document_type, deliverable_id }) =>
  ingestDocument(services, workspace, {
    content,
    title: titleOfContent(content),
    memory_type: 'sdlc_knowledge',
    tags: [],
    source: null,
    document_type,
    deliverable_id: deliverable_id ?? null,
  }),
);
