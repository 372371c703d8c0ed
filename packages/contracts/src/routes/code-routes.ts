import { CodeStatusQuery, CodeStatusReply, StoreCodeFilesBody, StoreCodeFilesReply } from '../code.ts';
import type { Route } from '../http/route.ts';

/** The index of source code. */
export const codeRoutes = {
  storeCodeFiles: {
    method: 'POST',
    path: '/api/v1/code/files',
    summary: 'Keep the symbols and references of changed source files; their edges follow in the background.',
    tag: 'Code',
    scope: 'write',
    rate: 'write',
    body: StoreCodeFilesBody,
    status: 200,
    response: StoreCodeFilesReply,
    errors: ['payload_too_large'],
    sends: ['resolveCodeGraph'],
    extension: true,
  },
  getCodeStatus: {
    method: 'GET',
    path: '/api/v1/code/status',
    summary: 'The indexed repositories; of one, also its files with their hashes.',
    tag: 'Code',
    scope: 'read',
    rate: 'read',
    query: CodeStatusQuery,
    status: 200,
    response: CodeStatusReply,
    errors: [],
    extension: true,
  },
  deleteCodeRepository: {
    method: 'DELETE',
    path: '/api/v1/code/repositories/{name}',
    summary: 'Delete the index of a repository.',
    tag: 'Code',
    scope: 'write',
    rate: 'write',
    status: 204,
    errors: ['not_found'],
    extension: true,
  },
} as const satisfies Record<string, Route>;
