import type { UploadRow } from '@memory/db';
import { titleOfContent } from './title-of-content.ts';

/**
 * An item of an upload with what the upload gives to those that name none. SDLC documents are `knowledge` unless said
 * otherwise, and as in `sdlc_seed` their text can name them.
 */
export function withUploadDefaults(value: unknown, defaults: UploadRow['defaults']): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { purpose, document_type, deliverable_id } = defaults;
  const item: { document_type?: unknown; deliverable_id?: unknown; title?: unknown; content?: unknown } =
    value;
  const given = {
    ...item,
    document_type: item.document_type ?? document_type,
    deliverable_id: item.deliverable_id ?? deliverable_id,
  };
  if (purpose !== 'sdlc') return given;
  return {
    ...given,
    document_type: given.document_type ?? 'knowledge',
    ...(item.title === undefined && typeof item.content === 'string' && item.content.trim() !== ''
      ? { title: titleOfContent(item.content) }
      : {}),
  };
}
