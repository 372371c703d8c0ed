import { createHash } from 'node:crypto';

interface MessageAttribute {
  DataType: string;
  StringValue?: string;
  BinaryValue?: string;
}
export type MessageAttributes = Record<string, MessageAttribute>;

/** MD5 of a message body in hex, which the real client compares with what it sent. */
export function bodyMd5(body: string): string {
  return createHash('md5').update(body, 'utf8').digest('hex');
}

/** MD5 over the attributes in order of their names: each name, type and value with its length, as the SQS guide defines. */
export function attributesMd5(attributes: MessageAttributes): string {
  const hash = createHash('md5');
  const add = (bytes: Buffer): void => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const [name, { DataType, StringValue, BinaryValue }] of Object.entries(attributes).sort(byName)) {
    add(Buffer.from(name));
    add(Buffer.from(DataType));
    const isBinary = DataType.startsWith('Binary');
    hash.update(Buffer.from([isBinary ? 2 : 1]));
    add(isBinary ? Buffer.from(BinaryValue ?? '', 'base64') : Buffer.from(StringValue ?? ''));
  }
  return hash.digest('hex');
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
