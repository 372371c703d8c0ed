import type { IncomingMessage } from 'node:http';
import { AwsError } from './aws-error.ts';
import type { ServiceName } from './aws-service.ts';

/**
 * The service and Region a request was signed for: in its Authorization header, or as an upload form, which
 * names them in its body and can only be for S3.
 * @throws MissingAuthenticationTokenException for a request that is not signed
 */
export function callerOf(
  { headers, method }: IncomingMessage,
  body: Buffer,
): { service: ServiceName; region: string; accessKeyId?: string } {
  const scope = /Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1];
  if (scope) {
    const [accessKeyId, , region = '', service] = scope.split('/');
    return { service: service as ServiceName, region, accessKeyId };
  }
  const isForm = method === 'POST' && String(headers['content-type']).startsWith('multipart/form-data');
  if (isForm) {
    const accessKeyId = /name="x-amz-credential"\r\n\r\n([^/\r]+)\//i.exec(body.toString('latin1'))?.[1];
    return { service: 's3', region: '', accessKeyId };
  }
  throw new AwsError('MissingAuthenticationTokenException', 403, 'Missing Authentication Token');
}
