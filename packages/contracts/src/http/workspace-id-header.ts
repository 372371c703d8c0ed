/** Which workspace is meant by a login that belongs to several; a key belongs to one. */
export const WORKSPACE_ID_HEADER = 'x-workspace-id';
