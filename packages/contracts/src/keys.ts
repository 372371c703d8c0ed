import * as z from 'zod';
import { component, boundedText, Timestamp, TimestampInput } from './fields.ts';
import { LIMITS } from './limits.ts';
import { SCOPES } from './vocabulary.ts';
import { noun } from './verb.ts';

export const FIRST_KEY = 'first key';

export const CreateKeyBody = component('CreateKeyBody', {
  name: boundedText({ max: LIMITS.labelLength }),
  scope: z.enum(SCOPES),
  expires_at: TimestampInput.nullable().default(null),
});
export type CreateKeyBody = z.output<typeof CreateKeyBody>;

const keyFields = {
  id: z.uuid(),
  name: z.string(),
  scope: z.enum(SCOPES),
  prefix: z.string().describe('The first characters of the key, to tell keys apart.'),
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
};

export const ApiKey = component('ApiKey', keyFields);
export type ApiKey = z.output<typeof ApiKey>;

export const CreatedKey = component('CreatedKey', {
  ...keyFields,
  key: z.string().describe('The secret, shown this once.'),
});
export type CreatedKey = z.output<typeof CreatedKey>;

export const keys = noun('keys', 'Keys', {
  createKey: {
    summary: 'Create an API key; the secret is shown this once.',
    scope: 'admin',
    input: CreateKeyBody,
    output: CreatedKey,
    doors: {
      http: { at: 'POST /keys', status: 201 },
      operator: {
        of: 'workspace',
        command: 'key create',
        input: CreateKeyBody.extend({
          name: CreateKeyBody.shape.name.default('operator').describe('name of the key (default: operator)'),
          scope: CreateKeyBody.shape.scope.describe('what it may do'),
          expires_at: CreateKeyBody.shape.expires_at.describe('ISO 8601 time after which it is refused'),
        }),
      },
    },
  },
  listKeys: {
    summary: 'The keys of the workspace, without their secrets.',
    scope: 'admin',
    output: z.array(ApiKey),
    doors: { http: 'GET /keys' },
  },
  revokeKey: {
    summary: 'Revoke a key at once.',
    scope: 'admin',
    errors: ['not_found', 'conflict'],
    doors: { http: 'DELETE /keys/{id}' },
  },
});
