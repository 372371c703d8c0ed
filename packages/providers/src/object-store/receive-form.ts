import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { IncomingHttpHeaders } from 'node:http';
import { finished, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UploadRefusedError, type UploadPermission } from './upload-policy.ts';

export interface UploadForm {
  headers: IncomingHttpHeaders;
  body: Readable;
}

export interface FormReader {
  /** Decides by the fields that precede the file. @throws UploadRefusedError */
  permit(fields: Record<string, string>): UploadPermission | Promise<UploadPermission>;
  /** Consumes the file; its bytes count only when the promise of `receiveForm` resolves. */
  store(permission: UploadPermission, content: AsyncIterable<Uint8Array>): Promise<void>;
}

export interface ReceivedForm extends UploadPermission {
  sizeBytes: number;
}

/**
 * Reads a multipart form in the order S3 demands: the signed fields, then `file`; what follows it is ignored.
 * The file goes through in pieces, so memory does not grow with it.
 * @throws UploadRefusedError; the request is then not read to its end, so answer it with `Connection: close`
 */
export async function receiveForm({ headers, body }: UploadForm, reader: FormReader): Promise<ReceivedForm> {
  const parser = createParser(headers);
  const fields: Record<string, string> = {};
  const { promise: parsed, resolve, reject } = Promise.withResolvers<void>();
  const cutOff = (cause: unknown): void =>
    reject(new UploadRefusedError('IncompleteBody', 'The form is cut off or malformed.', { cause }));
  let content: BusboyFileStream | undefined;
  let stored: Promise<ReceivedForm> | undefined;
  parser.on('field', (name, value) => {
    if (!content) fields[name] = value;
  });
  parser.on('file', (name, file) => {
    // Faults show in `parsed` and `stored`; without a listener a stream's error would end the process.
    file.on('error', () => undefined);
    if (content || name !== 'file') {
      file.resume();
      return;
    }
    content = file;
    stored = storeFile(file, fields, reader);
    stored.catch(reject);
  });
  parser.once('finish', resolve).on('error', cutOff);
  finished(body, (error) => {
    if (error) cutOff(error);
  });
  try {
    // Not a pipeline: that would destroy the request, and with it the connection on which to answer.
    body.pipe(parser);
    await parsed;
    if (!stored) throw new UploadRefusedError('MalformedPOSTRequest', 'The form has no field named file.');
    return await stored;
  } catch (error) {
    body.unpipe(parser);
    content?.destroy(error instanceof Error ? error : undefined);
    // The part written so far is gone when this settles.
    await stored?.catch(() => undefined);
    throw error;
  }
}

function createParser(headers: IncomingHttpHeaders): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      isPartAFile: (name, _type, fileName) => name === 'file' || fileName !== undefined,
      limits: { fields: 20, fieldNameSize: 100, fieldSize: 8_192, files: 1, headerPairs: 20 },
    });
  } catch (cause) {
    throw new UploadRefusedError('MalformedPOSTRequest', 'An upload is a multipart/form-data request.', {
      cause,
    });
  }
}

async function storeFile(
  file: BusboyFileStream,
  fields: Record<string, string>,
  reader: FormReader,
): Promise<ReceivedForm> {
  const permission = await reader.permit(fields);
  const { maxBytes } = permission;
  let sizeBytes = 0;
  const limited = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      sizeBytes += piece.length;
      if (sizeBytes <= maxBytes) done(null, piece);
      else done(new UploadRefusedError('EntityTooLarge', `The upload is larger than ${maxBytes} bytes.`));
    },
    flush: (done) =>
      done(sizeBytes === 0 ? new UploadRefusedError('EntityTooSmall', 'The upload is empty.') : null),
  });
  await pipeline(file, limited, (content: AsyncIterable<Uint8Array>) => reader.store(permission, content));
  return { ...permission, sizeBytes };
}
