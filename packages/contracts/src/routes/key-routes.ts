import * as z from 'zod';
import { ApiKey, CreateKeyBody, CreatedKey } from '../keys.ts';
import type { Route } from '../http/route.ts';

/** The keys of a workspace. */
export const keyRoutes = {
  createKey: {
    method: 'POST',
    path: '/api/v1/keys',
    summary: 'Create an API key; the secret is shown this once.',
    tag: 'Keys',
    scope: 'admin',
    rate: 'write',
    body: CreateKeyBody,
    status: 201,
    response: CreatedKey,
    errors: [],
    extension: true,
  },
  listKeys: {
    method: 'GET',
    path: '/api/v1/keys',
    summary: 'The keys of the workspace, without their secrets.',
    tag: 'Keys',
    scope: 'admin',
    rate: 'read',
    status: 200,
    response: z.array(ApiKey),
    errors: [],
    extension: true,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/api/v1/keys/{id}',
    summary: 'Revoke a key at once.',
    tag: 'Keys',
    scope: 'admin',
    rate: 'write',
    status: 204,
    errors: ['not_found', 'conflict'],
    extension: true,
  },
} as const satisfies Record<string, Route>;
