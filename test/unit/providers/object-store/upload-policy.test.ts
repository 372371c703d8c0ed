import { describe, expect, test } from 'vitest';
import { signUpload, verifyUpload } from '../../../../packages/providers/src/object-store/upload-policy.ts';

const SECRET = new Uint8Array(32).fill(7);
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const REQUEST = { key: 'uploads/w-1/u-1', maxBytes: 100, expiresInSeconds: 60 };

const signed = () => signUpload(SECRET, REQUEST, NOW).fields;

test('what was signed is permitted until it expires', () => {
  const { fields, expiresAt } = signUpload(SECRET, REQUEST, NOW);
  expect(expiresAt.getTime()).toBe(NOW + 60_000);
  expect(verifyUpload(SECRET, fields, NOW + 59_999)).toEqual({ key: REQUEST.key, maxBytes: 100 });
  expect(() => verifyUpload(SECRET, fields, NOW + 60_000)).toThrow('expired');
});

test('names of fields count without regard to case', () => {
  const fields = Object.fromEntries(
    Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]),
  );
  expect(verifyUpload(SECRET, fields, NOW)).toMatchObject({ key: REQUEST.key });
});

describe('refused', () => {
  const longer = (fields: Record<string, string>) => {
    const policy = JSON.parse(Buffer.from(fields.Policy ?? '', 'base64').toString());
    policy.expiration = '2036-01-01T00:00:00.000Z';
    return { Policy: Buffer.from(JSON.stringify(policy)).toString('base64') };
  };
  test.each([
    ['another key', { key: 'uploads/w-2/u-1' }, 'AccessDenied'],
    ['a key that climbs', { key: '../secret' }, 'AccessDenied'],
    ['a later end', longer(signed()), 'SignatureDoesNotMatch'],
    ['a made-up signature', { 'X-Amz-Signature': 'a'.repeat(64) }, 'SignatureDoesNotMatch'],
    ['a signature that is cut short', { 'X-Amz-Signature': 'a' }, 'SignatureDoesNotMatch'],
    ['an unsigned field', { acl: 'public-read' }, 'AccessDenied'],
  ])('%s', (_, changes, s3Code) => {
    expect(() => verifyUpload(SECRET, { ...signed(), ...changes }, NOW)).toThrow(
      expect.objectContaining({ name: 'UploadRefusedError', s3Code, status: 403 }),
    );
  });

  test('no fields at all', () => {
    expect(() => verifyUpload(SECRET, {}, NOW)).toThrow(
      expect.objectContaining({ s3Code: 'SignatureDoesNotMatch' }),
    );
  });

  test('another secret', () => {
    expect(() => verifyUpload(new Uint8Array(32), signed(), NOW)).toThrow('not valid');
  });

  test('another content type than the one that was signed', () => {
    const { fields } = signUpload(SECRET, { ...REQUEST, contentType: 'application/json' }, NOW);
    expect(verifyUpload(SECRET, fields, NOW)).toMatchObject({ key: REQUEST.key });
    expect(() => verifyUpload(SECRET, { ...fields, 'Content-Type': 'text/html' }, NOW)).toThrow(
      'Content-Type',
    );
  });
});
