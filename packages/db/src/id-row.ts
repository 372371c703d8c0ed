import { col, row } from './row.ts';

/** The id alone, of whatever the statement is about. */
export const idRow = row({ id: col.uuid`id` });

/** The workspace alone. */
export const workspaceIdRow = row({ id: col.workspaceId`workspace_id` });
