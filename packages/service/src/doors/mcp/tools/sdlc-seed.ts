import { DocumentInput } from '@memory/contracts';
import { ingestDocument, titleOfContent } from '@memory/core';
import { tool } from '../server/tool.ts';

/** sdlc_seed: a document of the development process becomes `sdlc_knowledge`. */
export const sdlcSeed = tool(
  'sdlc_seed',
  async (services, workspace, { content, document_type, deliverable_id }) => {
    const { reply, redacted } = await ingestDocument(
      services,
      workspace,
      DocumentInput.parse({ content, title: titleOfContent(content), document_type, deliverable_id }),
    );
    return { ...reply, redacted_secrets: redacted };
  },
);
