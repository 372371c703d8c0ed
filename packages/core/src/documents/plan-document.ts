import type { DocumentInput } from '@memory/contracts';
import type { Section } from '@memory/sections';
import type { ReadingOptions } from '@memory/sections/reader';
import type { NewDocument, Workspace } from '@memory/db';
import type { RedactedPlace } from '@memory/redact';
import { countSecrets } from '../secrets/secrets.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/** A document read and split, before anything is stored. */
export interface PlannedDocument {
  document: NewDocument;
  sections: readonly Section[];
  /** Secrets that only reading it uncovered, replaced. */
  redacted: number;
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
  const { DocumentError } = await import('@memory/sections/reader');
  try {
    const { value, places } = await documents.read('sections', readable(input), {
      for: workspace.id,
      ...(budget && { budget }),
    });
    countSecrets(workspace, places, { part: 'body', writes: true });
    const { sections, tags } = value;
    const isSdlc = input.document_type !== null;
    return {
      sections,
      redacted: countUncovered(places),
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

/** A heading stands in the title, in the text and in the paths of what is below it, and front matter in the text. */
function countUncovered(places: readonly RedactedPlace[]): number {
  const inSections = Map.groupBy(
    places.filter(({ path: [list] }) => list === 'sections'),
    ({ path: [, index] }) => index,
  );
  const counts = [...inSections.values()].map((section) => {
    const within = (name: string) => section.filter(({ path: [, , field] }) => field === name).length;
    return Math.max(within('narrative'), within('title'));
  });
  return Math.max(
    counts.reduce((sum, count) => sum + count, 0),
    Math.min(places.length, 1),
  );
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

export const identityOfSource = (origin: string | null, source: string): string =>
  JSON.stringify(origin === null ? ['source', source] : ['origin', origin, source]);

function sdlcTags({ document_type, deliverable_id }: DocumentInput): string[] {
  if (document_type === null) return [];
  return [
    `sdlc:${document_type}`,
    ...(deliverable_id === null ? [] : [`deliverable:${deliverable_id}`.slice(0, 255)]),
  ];
}
