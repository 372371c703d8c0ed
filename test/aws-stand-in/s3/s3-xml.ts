import type { AwsError } from '../aws-error.ts';
import type { StoredObject } from './object-store.ts';

const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export interface Listing {
  bucket: string;
  prefix: string;
  maxKeys: number;
  entries: [key: string, object: StoredObject][];
  nextToken?: string;
}

export function listingXml({ bucket, prefix, maxKeys, entries, nextToken }: Listing): string {
  const contents = entries.map(([key, { eTag, content, lastModified }]) =>
    element(
      'Contents',
      text('Key', key) +
        text('LastModified', lastModified.toISOString()) +
        text('ETag', eTag) +
        text('Size', content.length) +
        text('StorageClass', 'STANDARD'),
    ),
  );
  return document(
    `ListBucketResult ${NAMESPACE}`,
    text('Name', bucket) +
      text('Prefix', prefix) +
      text('KeyCount', entries.length) +
      text('MaxKeys', maxKeys) +
      text('IsTruncated', nextToken !== undefined) +
      (nextToken === undefined ? '' : text('NextContinuationToken', nextToken)) +
      contents.join(''),
  );
}

export function deletionsXml(keys: readonly string[]): string {
  return document(
    `DeleteResult ${NAMESPACE}`,
    keys.map((key) => element('Deleted', text('Key', key))).join(''),
  );
}

export function errorXml({ code, message }: AwsError): string {
  return document('Error', text('Code', code) + text('Message', message));
}

/** The keys that a DeleteObjects request names. */
export function readDeletedKeys(xml: string): string[] {
  return [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescapeXml(key));
}

function document(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content)}`;
}

function element(tag: string, content: string): string {
  return `<${tag}>${content}</${tag.split(' ')[0]}>`;
}

function text(tag: string, value: string | number | boolean): string {
  return element(
    tag,
    String(value).replaceAll(/[&<>"]/g, (char) => ESCAPES[char] ?? char),
  );
}

function unescapeXml(escaped: string): string {
  return escaped
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll(/&#x([0-9A-Fa-f]+);/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll('&amp;', '&');
}
