import type { CreatedUpload } from '@memory/contracts';

/** How to use an upload address. */
export const uploadText = ({ url, max_bytes, expires_at, upload_id }: CreatedUpload): string =>
  `Send a multipart/form-data POST to ${url} with the given fields, then the field "file", at most ${max_bytes} bytes, before ${expires_at}. Upload ${upload_id}.`;
