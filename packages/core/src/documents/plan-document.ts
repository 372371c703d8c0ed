import type { DocumentInput } from '@memory/contracts';
import type { Section } from '@memory/documents';
import type { ReadingOptions } from '@memory/documents/reader';
import type { NewDocument, Workspace } from '@memory/db';
import { takeSecretsOut } from '../secrets/take-secrets-out.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/** A document read and split, before anything is stored. */
export interface PlannedDocument {
  document: NewDocument;
  sections: readonly Section[];
}

/**
 * Reads and splits one document, in the one way for all that bring documents. Its identity is its origin and source, or
 * else its kind and title: the same identity ingested again is the same document.
 * @throws validation_failed when the text cannot be read, or holds secrets that the workspace refuses
 */
export async function planDocument(
  { documents, ids }: Pick<Services, 'documents' | 'ids'>,
  workspace: Pick<Workspace, 'id' | 'secrets'>,
  input: DocumentInput,
  budget?: ReadingOptions['budget'],
): Promise<PlannedDocument> {
  const { DocumentError } = await import('@memory/documents/reader');
  try {
    // Marks and entities of another format may have hidden a secret from the door.
    const read = await documents.read('sections', readable(input), {
      for: workspace.id,
      ...(budget && { budget }),
    });
    const { sections, tags } = takeSecretsOut(workspace, read, { part: 'body', writes: true }).input;
    const isSdlc = input.document_type !== null;
    return {
      sections,
      document: {
        id: ids.uuid(),
        identity: identityOf(input),
        title: input.title,
        source: input.source,
        origin: input.origin,
        memory_type: isSdlc ? 'sdlc_knowledge' : input.memory_type,
        document_type: input.document_type,
        deliverable_id: input.deliverable_id,
        tags: [...new Set([...input.tags, ...tags, ...sdlcTags(input)])].slice(0, 100),
      },
    };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new ServiceError('validation_failed', error.message, {
      issues: [{ loc: ['body', 'content'], msg: error.message, type: 'value_error' }],
    });
  }
}

function readable({ content, encoding, format, source, title, page_title }: DocumentInput) {
  return {
    ...(encoding === 'base64' ? { bytes: Buffer.from(content, 'base64') } : { text: content }),
    title: page_title ?? title,
    ...(source !== null && { filename: source }),
    ...(format !== null && { format }),
  };
}

function identityOf({ source, origin, title, document_type, deliverable_id }: DocumentInput): string {
  return source === null
    ? JSON.stringify(['title', document_type, deliverable_id, title])
    : identityOfSource(origin, source);
}

/** What a document is known by that has a source, with its origin or, as those of old, without one. */
export const identityOfSource = (origin: string | null, source: string): string =>
  JSON.stringify(origin === null ? ['source', source] : ['origin', origin, source]);

function sdlcTags({ document_type, deliverable_id }: DocumentInput): string[] {
  if (document_type === null) return [];
  return [
    `sdlc:${document_type}`,
    ...(deliverable_id === null ? [] : [`deliverable:${deliverable_id}`.slice(0, 255)]),
  ];
}
