import { AwsError } from '../aws-error.ts';
import type { AwsRequest } from '../aws-service.ts';

/**
 * Reads a browser upload. Field names come in lower case; the file is the last field, as S3 ignores what follows it.
 * @throws MalformedPOSTRequest, or InvalidArgument where there is no file
 */
export async function readPostForm({ headers, body }: AwsRequest): Promise<{
  fields: Map<string, string>;
  file: Buffer;
  fileName: string;
}> {
  const fields = new Map<string, string>();
  for (const [name, value] of await parse(body, headers['content-type'] ?? '')) {
    if (name.toLowerCase() === 'file') {
      const file = typeof value === 'string' ? Buffer.from(value) : Buffer.from(await value.arrayBuffer());
      return { fields, file, fileName: typeof value === 'string' ? '' : value.name };
    }
    fields.set(name.toLowerCase(), typeof value === 'string' ? value : await value.text());
  }
  throw new AwsError('InvalidArgument', 400, 'POST requires exactly one file upload per request.');
}

async function parse(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new AwsError(
      'MalformedPOSTRequest',
      400,
      'The body of your POST request is not well-formed multipart/form-data.',
    );
  }
}
