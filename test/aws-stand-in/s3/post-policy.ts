import { AwsError } from '../aws-error.ts';
import { refuseWrongSignature } from './signature.ts';
import type { Credentials } from './signature.ts';

type Condition = Record<string, string> | [string, string, string] | ['content-length-range', number, number];
interface Policy {
  expiration: string;
  conditions: Condition[];
}

/** A browser's form, names in lower case; `contentLength` is that of the file in bytes. */
export interface PostForm {
  bucket: string;
  fields: Map<string, string>;
  contentLength: number;
}

/** Fields that need no condition: they carry the policy itself or are set aside by the service. */
const FREE_FIELDS = new Set(['policy', 'x-amz-signature', 'file', 'awsaccesskeyid']);

const denied = (message: string): AwsError =>
  new AwsError('AccessDenied', 403, `Invalid according to Policy: ${message}`);

/**
 * Checks a presigned POST: the signature of its policy, the policy's life, every condition, and that no field goes
 * without a condition.
 * @param now Unix time in ms
 * @throws AccessDenied, SignatureDoesNotMatch, InvalidPolicyDocument, EntityTooSmall, EntityTooLarge
 */
export function checkPostPolicy(form: PostForm, credentials: Credentials, now: number): void {
  const { fields } = form;
  const encoded = fields.get('policy');
  if (encoded === undefined) throw new AwsError('AccessDenied', 403, 'Access Denied');
  refuseWrongSignature(
    encoded,
    fields.get('x-amz-signature') ?? '',
    fields.get('x-amz-credential') ?? '',
    credentials,
  );
  const policy = readPolicy(encoded);
  if (!(Date.parse(policy.expiration) > now)) throw denied('Policy expired.');
  const values = new Map([...fields, ['bucket', form.bucket]]);
  const covered = new Set(policy.conditions.flatMap((condition) => checkCondition(condition, values, form)));
  for (const name of fields.keys()) {
    if (!covered.has(name) && !FREE_FIELDS.has(name) && !name.startsWith('x-ignore-')) {
      throw denied(`Extra input fields: ${name}`);
    }
  }
}

function readPolicy(encoded: string): Policy {
  try {
    const policy = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) as Partial<Policy>;
    if (typeof policy.expiration === 'string' && Array.isArray(policy.conditions)) return policy as Policy;
  } catch {
    // Refused below, like a document that lacks a member.
  }
  throw new AwsError(
    'InvalidPolicyDocument',
    400,
    'The content of the form does not meet the policy document.',
  );
}

/** The names of the fields that the condition covers, once it holds. */
function checkCondition(condition: Condition, values: Map<string, string>, form: PostForm): string[] {
  if (!Array.isArray(condition)) {
    return Object.entries(condition).map(([name, value]) => {
      if (values.get(name.toLowerCase()) !== value) throw failed(condition);
      return name.toLowerCase();
    });
  }
  const [operator, first, second] = condition;
  if (operator === 'content-length-range') {
    if (form.contentLength < Number(first)) {
      throw new AwsError(
        'EntityTooSmall',
        400,
        'Your proposed upload is smaller than the minimum allowed size',
      );
    }
    if (form.contentLength > Number(second)) {
      throw new AwsError('EntityTooLarge', 400, 'Your proposed upload exceeds the maximum allowed size');
    }
    return [];
  }
  const name = String(first).replace('$', '').toLowerCase();
  const value = values.get(name);
  const holds =
    operator === 'eq' ? value === second : operator === 'starts-with' && value?.startsWith(second) === true;
  if (!holds) throw failed(condition);
  return [name];
}

function failed(condition: Condition): AwsError {
  return denied(`Policy Condition failed: ${JSON.stringify(condition)}`);
}
