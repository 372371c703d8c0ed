import * as z from 'zod';
import { boundedText, LIMITS, Timestamp, TimestampInput } from './fields.ts';
import { SCOPES } from './vocabulary.ts';

export const CreateKeyBody = z
  .object({
    name: boundedText({ max: LIMITS.labelLength }),
    scope: z.enum(SCOPES),
    expires_at: TimestampInput.nullable().default(null),
  })
  .meta({ id: 'CreateKeyBody' });
export type CreateKeyBody = z.output<typeof CreateKeyBody>;

const keyFields = {
  id: z.uuid(),
  name: z.string(),
  scope: z.enum(SCOPES),
  prefix: z.string().meta({ description: 'The first characters of the key, to tell keys apart.' }),
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
};

export const ApiKey = z.object(keyFields).meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof ApiKey>;

export const CreatedKey = z
  .object({ ...keyFields, key: z.string().meta({ description: 'The secret, shown this once.' }) })
  .meta({ id: 'CreatedKey' });
export type CreatedKey = z.output<typeof CreatedKey>;
