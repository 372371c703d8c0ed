import { crc32 } from 'node:zlib';
import { AwsError } from '../aws-error.ts';
import type { AwsRequest } from '../aws-service.ts';
import { decodeAwsChunked } from './aws-chunked.ts';

/** The object a PUT carries, without framing. @throws BadDigest where it does not have the CRC-32 the request names */
export function uploadContent({ headers, url, body }: AwsRequest): Buffer {
  const isChunked =
    String(headers['content-encoding']).includes('aws-chunked') ||
    String(headers['x-amz-content-sha256']).startsWith('STREAMING-');
  const { content, trailers } = isChunked ? decodeAwsChunked(body) : { content: body, trailers: {} };
  // A presigned URL can carry the checksum too, and by default the SDK signs that of an empty body into it.
  const expected =
    headers['x-amz-checksum-crc32'] ??
    trailers['x-amz-checksum-crc32'] ??
    url.searchParams.get('x-amz-checksum-crc32');
  if (typeof expected === 'string' && expected !== crc32Base64(content)) {
    throw new AwsError('BadDigest', 400, 'The CRC32 you specified did not match the calculated checksum.');
  }
  return content;
}

/** CRC-32 as S3 writes it: four bytes, most significant first, in base64. */
export function crc32Base64(content: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(content));
  return bytes.toString('base64');
}
