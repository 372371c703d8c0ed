import * as z from 'zod';
import { CreatedUpload, SDLC_DOCUMENT_TYPES } from '../documents.ts';
import { boundedText, LIMITS } from '../fields.ts';
import { absolutePath, content, ingested } from './document-tools.ts';
import { workspaceId } from './fields.ts';
import { ADDS, BOTH, HTTP_ONLY, READS, REPLACES, STDIO_ONLY, type ToolRow } from './tool.ts';

const given = {
  document_type: z.enum(SDLC_DOCUMENT_TYPES),
  deliverable_id: boundedText({ max: LIMITS.labelLength })
    .optional()
    .describe('What the document belongs to, such as a ticket or release.'),
  ...workspaceId,
};

const seeding = { scope: 'write', rate: 'write', hints: REPLACES } as const;

export const sdlcTools = {
  sdlc_seed: {
    ...seeding,
    title: 'Seed SDLC knowledge',
    description:
      'Keep a document of the development process (spec, plan, result, changelog or knowledge) as sdlc_knowledge memories, tied to a deliverable if given. Its first heading is its title; seeding the same title again updates it. For other pages use document_ingest. Returns counts of created, updated, unchanged and removed parts.',
    transports: BOTH,
    input: z.object({ content, ...given }),
    output: ingested,
  },
  sdlc_seed_from_file: {
    ...seeding,
    title: 'Seed SDLC knowledge from a file',
    description:
      'Keep one file of this machine, by its absolute path, as sdlc_seed keeps a text: a spec, plan, result, changelog or knowledge. Use instead of pasting the file; for other files use document_ingest_file. Returns counts of created, updated, unchanged and removed parts.',
    transports: STDIO_ONLY,
    input: z.object({ file_path: absolutePath.describe('Absolute path.'), ...given }),
    output: ingested,
  },
  sdlc_seed_get_upload_url: {
    title: 'Upload address for SDLC knowledge',
    description:
      'Get an address for a large SDLC batch: a JSON array or JSON Lines of objects with content and optional title, tags, document_type (knowledge by default) and deliverable_id. Use when it is larger than 1 MB; otherwise sdlc_seed. Returns the address, the form fields to send with the file, its size limit and its expiry.',
    transports: HTTP_ONLY,
    scope: 'write',
    rate: 'write',
    hints: ADDS,
    input: z.object(workspaceId),
    output: CreatedUpload,
  },
  sdlc_get_version: {
    title: 'Versions',
    description:
      'Tell the versions of the tool plugin and of the server. Use to check that the two fit together, or when reporting a fault; not for what the workspace holds (workspace_insight).',
    transports: BOTH,
    scope: 'read',
    rate: 'read',
    hints: READS,
    input: z.object({}),
    output: z.object({ plugin_version: z.string(), server_version: z.string() }),
  },
} as const satisfies Record<string, ToolRow>;
