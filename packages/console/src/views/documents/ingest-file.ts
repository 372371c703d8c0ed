import type { Client } from '@memory/client';

interface IngestedFile {
  documentId: string | undefined;
  created: number;
  updated: number;
  unchanged: number;
}

export interface FileToIngest {
  file: File;
  /** Its path, as far as the browser tells it. */
  name: string;
  origin: string;
  /** Told how far it is, 0 to 1. */
  onProgress: (share: number) => void;
}

/** A file that is no text travels as base64, and so does text in another encoding, which the service tells by its letters. */
const BINARY = /\.(?:pdf|docx)$/iu;

/** A request takes a mebibyte of JSON; what is larger goes as an upload. */
const REQUEST_BYTES_MAX = 600_000;

const ASK_AGAIN_MS = 500;

/** Turns a file into memories. @throws with the reason of the service */
export async function ingestFile(
  client: Client,
  { file, name, origin, onProgress }: FileToIngest,
): Promise<IngestedFile> {
  const bytes = await file.arrayBuffer();
  const text = BINARY.test(name) ? undefined : textOf(bytes);
  const content = text ?? toBase64(bytes);
  if (content.trim() === '') throw new Error('It is empty.');
  const document = {
    content,
    encoding: text === undefined ? 'base64' : 'text',
    title: name.split('/').at(-1)?.slice(0, 200) ?? name,
    source: name,
    origin: origin.trim() || 'console',
  } as const;
  if (new TextEncoder().encode(content).length <= REQUEST_BYTES_MAX) {
    const { document_id, created, updated, unchanged } = await client.ingestDocument({ body: document });
    return { documentId: document_id, created, updated, unchanged };
  }
  return upload(client, document, onProgress);
}

async function upload(
  client: Client,
  document: { source: string; origin: string },
  onProgress: (share: number) => void,
): Promise<IngestedFile> {
  const { upload_id: id, url, fields } = await client.createUpload({ body: {} });
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([JSON.stringify([document])], { type: 'application/json' }));
  const sent = await fetch(ownAddress(url), { method: 'POST', body: form });
  if (!sent.ok) throw new Error(`The file was not taken (${sent.status}).`);
  for (;;) {
    const state = await client.getUpload({ path: { id } });
    onProgress(Math.min(0.99, state.bytes_total ? state.bytes_read / state.bytes_total : 0));
    if (state.state === 'failed' || state.state === 'expired')
      throw new Error(state.failure ?? 'The upload was given up.');
    if (state.state === 'complete') {
      const [fault] = state.errors;
      if (fault) throw new Error(fault.msg);
      const { created, updated, unchanged } = state;
      // The newest come first, and this one came just now.
      const { results } = await client.listDocuments({ query: { origin: document.origin, limit: 50 } });
      const documentId = results.find(({ source }) => source === document.source)?.id;
      return { documentId, created, updated, unchanged };
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

/** The same machine under the name that this page has: a page may talk to its own origin alone. */
function ownAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return isLoopback && port === location.port ? location.origin + pathname : url;
}

/** Undefined for bytes that are no UTF-8, or hold what no text does. */
function textOf(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function toBase64(bytes: ArrayBuffer): string {
  let text = '';
  const all = new Uint8Array(bytes);
  // As many as a call takes arguments.
  for (let at = 0; at < all.length; at += 32_768)
    text += String.fromCharCode(...all.subarray(at, at + 32_768));
  return btoa(text);
}
