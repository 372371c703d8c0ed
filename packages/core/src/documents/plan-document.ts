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
 * Reads and splits one document. Its identity is its source, or else its kind and title: the same identity ingested
 * again is the same document.
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
    const { title, content: text } = input;
    // Marks and entities of another format may have hidden a secret from the door.
    const read = await documents.read(
      'sections',
      { text, title, filename: filenameOf(input) },
      { for: workspace.id, ...(budget && { budget }) },
    );
    const { sections, tags } = takeSecretsOut(workspace, read, { part: 'body', writes: true }).input;
    const isSdlc = input.document_type !== null;
    return {
      sections,
      document: {
        id: ids.uuid(),
        identity: identityOf(input),
        title: input.title,
        source: input.source,
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

/** A name that says how the text is to be read; what was a PDF or a Word file is text by now. */
function filenameOf({ source }: DocumentInput): string | undefined {
  return source !== null && !/\.(?:pdf|docx)$/iu.test(source) ? source : undefined;
}

function identityOf({ source, title, document_type, deliverable_id }: DocumentInput): string {
  if (source !== null) return JSON.stringify(['source', source]);
  return JSON.stringify(['title', document_type, deliverable_id, title]);
}

function sdlcTags({ document_type, deliverable_id }: DocumentInput): string[] {
  if (document_type === null) return [];
  return [
    `sdlc:${document_type}`,
    ...(deliverable_id === null ? [] : [`deliverable:${deliverable_id}`.slice(0, 255)]),
  ];
}
