import { v5 } from 'uuid';
import type { WorkspaceId } from '@memory/db';

/** The id of what is imported: the same for the same thing, however often it comes. */
export const importedId = (workspaceId: WorkspaceId, externalId: string): string =>
  v5(externalId, workspaceId);
