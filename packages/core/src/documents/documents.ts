import type {
  DeleteDocumentsReply,
  DocumentDetail,
  DocumentRecord,
  ListDocumentsQuery,
  ListDocumentsReply,
  SdlcDocumentType,
} from '@memory/contracts';
import {
  deleteDocuments as deleteDocumentRows,
  findDocument,
  listDocuments as listDocumentRows,
  type DocumentRow,
  type Workspace,
} from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import { withMoments } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

export async function listDocuments(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  page: ListDocumentsQuery,
): Promise<ListDocumentsReply> {
  const { count, documents } = await listDocumentRows(db, workspace.id, page);
  return { count, results: documents.map(presentDocument) };
}

/** One document with its sections in order. @throws not_found */
export async function getDocument(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { id }: { id: string },
): Promise<DocumentDetail> {
  const found = isUuid(id) ? await findDocument(db, workspace.id, id) : undefined;
  if (!found) throw documentNotFound(id);
  return {
    ...presentDocument(found.document),
    sections: found.sections.map(({ memory, ...rest }) => ({
      memory_ref: settings.memoryIdForm === 'A' ? memory.id : memory.memory_id,
      ...rest,
    })),
  };
}

/** Deletes a document and the memories of its sections. @throws not_found */
export async function deleteDocument(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { id }: { id: string },
): Promise<void> {
  const { deleted_count: deleted } = await deleteDocuments({ db }, workspace, { document_ids: [id] });
  if (deleted === 0) throw documentNotFound(id);
}

/** Deletes documents and the memories of their sections; unknown and malformed identifiers do not count. */
export async function deleteDocuments(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { document_ids: ids }: { document_ids: readonly string[] },
): Promise<DeleteDocumentsReply> {
  const { deleted, removed } = await deleteDocumentRows(db, workspace.id, ids.filter(isUuid));
  return { deleted_count: deleted, removed };
}

const documentNotFound = (id: string) => new ServiceError('not_found', `Document ${id} was not found.`);

function presentDocument(row: DocumentRow): DocumentRecord {
  return { ...withMoments(row), document_type: row.document_type as SdlcDocumentType | null };
}
