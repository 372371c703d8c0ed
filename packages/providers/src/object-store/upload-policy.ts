import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { ProviderError } from '../provider-error.ts';
import { checkKey, type Upload, type UploadRequest } from './object-store.ts';

/** S3's names for what can be wrong with an upload, and the HTTP status that goes with each. */
const STATUS = {
  AccessDenied: 403,
  SignatureDoesNotMatch: 403,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  MalformedPOSTRequest: 400,
  IncompleteBody: 400,
} as const;

/** An upload that is not accepted, with the code and status S3 would answer. Nothing of it is kept. */
export class UploadRefusedError extends ProviderError {
  readonly s3Code: keyof typeof STATUS;
  readonly status: number;

  constructor(s3Code: keyof typeof STATUS, message: string, options?: ErrorOptions) {
    super('refused', message, options);
    this.s3Code = s3Code;
    this.status = STATUS[s3Code];
  }
}

export interface UploadPermission {
  key: string;
  maxBytes: number;
}

const Condition = z.union([
  z.tuple([z.literal('content-length-range'), z.number().int(), z.number().int()]),
  z.record(z.string(), z.string()),
]);
const Policy = z.object({ expiration: z.iso.datetime(), conditions: z.array(Condition) });

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** Fields that a form may have without a condition in the policy, as in S3. */
const UNCONDITIONAL = new Set(['Policy', 'X-Amz-Signature', 'file']);

/**
 * The fields of a POST form in the manner of S3: a policy that names the key, the size and the end, signed with HMAC-SHA256.
 * @param secret at least 32 bytes, known to this server alone
 */
export function signUpload(
  secret: Uint8Array,
  { key, maxBytes, expiresInSeconds, contentType }: UploadRequest,
  nowMs: number,
): Pick<Upload, 'fields' | 'expiresAt'> {
  const expiresAt = new Date(nowMs + expiresInSeconds * 1000);
  const bound: Record<string, string> = {
    ...(contentType ? { 'Content-Type': contentType } : {}),
    bucket: 'local',
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Date': new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, ''),
    key: checkKey(key),
  };
  const conditions = [
    ['content-length-range', 1, maxBytes],
    ...Object.entries(bound).map(([name, value]) => ({ [name]: value })),
  ];
  const policy = Buffer.from(JSON.stringify({ expiration: expiresAt.toISOString(), conditions })).toString(
    'base64',
  );
  return { fields: { ...bound, Policy: policy, 'X-Amz-Signature': sign(secret, policy) }, expiresAt };
}

/** Permissions of a form's fields. Names of fields count without regard to case, as in S3. */
export function verifyUpload(
  secret: Uint8Array,
  fields: Readonly<Record<string, string>>,
  nowMs: number,
): UploadPermission {
  const given = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  const policyText = given.get('policy') ?? '';
  const signature = Buffer.from(given.get('x-amz-signature') ?? '', 'latin1');
  const expected = Buffer.from(sign(secret, policyText), 'latin1');
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
    throw new UploadRefusedError('SignatureDoesNotMatch', 'The signature of the upload is not valid.');
  }
  const { expiration, conditions } = parsePolicy(policyText);
  if (nowMs >= Date.parse(expiration)) {
    throw new UploadRefusedError('AccessDenied', 'The permission to upload has expired.');
  }
  return checkConditions(conditions, given);
}

function checkConditions(
  conditions: z.output<typeof Condition>[],
  given: ReadonlyMap<string, string>,
): UploadPermission {
  let maxBytes = 0;
  const allowed = new Set([...UNCONDITIONAL].map((name) => name.toLowerCase()));
  for (const condition of conditions) {
    if (Array.isArray(condition)) {
      maxBytes = condition[2];
      continue;
    }
    for (const [name, value] of Object.entries(condition)) {
      allowed.add(name.toLowerCase());
      if (given.get(name.toLowerCase()) !== value) {
        throw new UploadRefusedError('AccessDenied', `The field ${name} differs from what was signed.`);
      }
    }
  }
  const extra = [...given.keys()].find((name) => !allowed.has(name) && !name.startsWith('x-ignore-'));
  if (extra !== undefined)
    throw new UploadRefusedError('AccessDenied', 'The form has a field that was not signed.');
  return { key: checkKey(given.get('key') ?? ''), maxBytes };
}

/** The policy is ours once its signature is, so one that cannot be read would be a defect of `signUpload`. */
function parsePolicy(policyText: string): z.output<typeof Policy> {
  return Policy.parse(JSON.parse(Buffer.from(policyText, 'base64').toString('utf8')));
}

function sign(secret: Uint8Array, policyText: string): string {
  return createHmac('sha256', secret).update(policyText).digest('hex');
}
