import { AwsError } from '../aws-error.ts';
import type { AwsCall, AwsReply, AwsRequest, AwsService } from '../aws-service.ts';
import { ObjectStore } from './object-store.ts';
import type { StoredObject } from './object-store.ts';
import { readPostForm } from './post-form.ts';
import { checkPostPolicy } from './post-policy.ts';
import type { Credentials } from './signature.ts';
import { crc32Base64, uploadContent } from './upload-content.ts';

export interface ObjectCreated {
  eventName: 'ObjectCreated:Put' | 'ObjectCreated:Post';
  bucket: string;
  key: string;
  /** Bytes. */
  size: number;
  eTag: string;
}

export interface S3Options {
  buckets: readonly string[];
  credentials: Credentials;
  /** Awaited before the upload is answered, so that a test sees its effects; a throw makes the upload fail with 500. */
  onObjectCreated?: (event: ObjectCreated) => void | Promise<void>;
}

const ACTIONS: Record<string, string> = {
  HeadObject: 'GetObject',
  PostObject: 'PutObject',
};

/** S3 with path-style addresses. Signatures are checked where a stranger brings them: in forms. */
export class S3StandIn implements AwsService {
  readonly #options: S3Options;
  readonly #store: ObjectStore;
  readonly #now: () => number;

  constructor(options: S3Options, now: () => number) {
    this.#options = options;
    this.#store = new ObjectStore(options.buckets, now);
    this.#now = now;
  }

  /** The objects of a bucket by key. @throws NoSuchBucket */
  objects(bucket: string): ReadonlyMap<string, StoredObject> {
    return this.#store.bucket(bucket);
  }

  identify(request: AwsRequest): AwsCall {
    const operation = operationOf(request);
    const { bucket, key } = operation === 'PostObject' ? targetOfForm(request) : target(request);
    const resource = `arn:aws:s3:::${key === '' ? bucket : `${bucket}/${key}`}`;
    return { service: 's3', operation, action: `s3:${ACTIONS[operation] ?? operation}`, resource };
  }

  async handle(request: AwsRequest, { operation }: AwsCall): Promise<AwsReply> {
    const { bucket, key } = target(request);
    switch (operation) {
      case 'PutObject':
        return this.#put(request, bucket, key);
      case 'PostObject':
        return this.#post(request, bucket);
      case 'GetObject':
      case 'HeadObject':
        return presentObject(this.#store.get(bucket, key), request);
      case 'DeleteObject':
        this.#store.bucket(bucket).delete(key);
        return { status: 204 };
      default:
        throw new AwsError('NotImplemented', 501, operation);
    }
  }

  presentError({ status, code, message }: AwsError): AwsReply {
    const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${text}</Message></Error>`;
    return { status, headers: { 'content-type': 'application/xml' }, body };
  }

  async #put(request: AwsRequest, bucket: string, key: string): Promise<AwsReply> {
    const content = uploadContent(request);
    if (request.headers['if-none-match'] === '*' && this.#store.bucket(bucket).has(key)) {
      throw new AwsError(
        'PreconditionFailed',
        412,
        'At least one of the pre-conditions you specified did not hold',
      );
    }
    const contentType = request.headers['content-type'];
    const stored = this.#store.put(bucket, key, { content, contentType, metadata: metadataOf(request) });
    await this.#announce('ObjectCreated:Put', bucket, key, stored);
    return { status: 200, headers: { etag: stored.eTag } };
  }

  async #post(request: AwsRequest, bucket: string): Promise<AwsReply> {
    const { fields, file, fileName } = await readPostForm(request);
    checkPostPolicy({ bucket, fields, contentLength: file.length }, this.#options.credentials, this.#now());
    const key = (fields.get('key') ?? '').replaceAll('${filename}', fileName);
    if (key === '') throw new AwsError('InvalidArgument', 400, 'Bucket POST must contain a field named key.');
    const stored = this.#store.put(bucket, key, { content: file, contentType: fields.get('content-type') });
    await this.#announce('ObjectCreated:Post', bucket, key, stored);
    const asked = Number(fields.get('success_action_status'));
    return { status: asked === 200 || asked === 201 ? asked : 204, headers: { etag: stored.eTag } };
  }

  async #announce(
    eventName: ObjectCreated['eventName'],
    bucket: string,
    key: string,
    { content, eTag }: StoredObject,
  ): Promise<void> {
    await this.#options.onObjectCreated?.({ eventName, bucket, key, size: content.length, eTag });
  }
}

function target({ url }: AwsRequest): { bucket: string; key: string } {
  const [, bucket = '', ...rest] = url.pathname.split('/');
  return { bucket, key: decodeURIComponent(rest.join('/')) };
}

/** The object that a form names, before the form is checked. */
function targetOfForm(request: AwsRequest): { bucket: string; key: string } {
  const [, key = ''] = /name="key"\r\n\r\n([^\r]+)/iu.exec(request.body.toString('latin1')) ?? [];
  return { bucket: target(request).bucket, key };
}

function operationOf(request: AwsRequest): string {
  const { method, url, headers } = request;
  const { key } = target(request);
  const form = String(headers['content-type']).startsWith('multipart/form-data');
  const asked = [...url.searchParams.keys()];
  const isPlain = !asked.some((name) => name === 'uploads' || name === 'uploadId' || name === 'delimiter');
  if (isPlain && headers['x-amz-copy-source'] === undefined) {
    if (key !== '' && method === 'PUT') return 'PutObject';
    if (key !== '' && method === 'GET') return 'GetObject';
    if (key !== '' && method === 'HEAD') return 'HeadObject';
    if (key !== '' && method === 'DELETE') return 'DeleteObject';
    if (key === '' && method === 'POST' && form) return 'PostObject';
  }
  throw new AwsError(
    'NotImplemented',
    501,
    `The stand-in does not know ${method} ${url.pathname}${url.search}.`,
  );
}

function metadataOf({ headers }: AwsRequest): Record<string, string> {
  const prefix = 'x-amz-meta-';
  const own = Object.entries(headers).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), String(value)]));
}

/** An object, or the one range of it that was asked for. */
function presentObject(
  { content, contentType, metadata, eTag, lastModified }: StoredObject,
  { headers }: AwsRequest,
): AwsReply {
  const common = {
    'content-type': contentType,
    etag: eTag,
    'last-modified': lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  };
  const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
  if (!range) {
    const isChecked = headers['x-amz-checksum-mode'] === 'ENABLED';
    const checksum: Record<string, string> = isChecked
      ? { 'x-amz-checksum-crc32': crc32Base64(content) }
      : {};
    return { status: 200, headers: { ...common, ...checksum }, body: content };
  }
  const start = Number(range[1]);
  const end = Math.min(range[2] ? Number(range[2]) : content.length - 1, content.length - 1);
  if (start > end) throw new AwsError('InvalidRange', 416, 'The requested range is not satisfiable');
  const contentRange = `bytes ${start}-${end}/${content.length}`;
  return {
    status: 206,
    headers: { ...common, 'content-range': contentRange },
    body: content.subarray(start, end + 1),
  };
}
