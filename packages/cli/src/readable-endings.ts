import { basename, extname } from 'node:path';

/** Endings of the files that can be read as documents. */
export const READABLE_ENDINGS = [
  'md',
  'mdx',
  'markdown',
  'txt',
  'rst',
  'adoc',
  'asciidoc',
  'asc',
  'html',
  'htm',
  'ipynb',
  'pdf',
  'docx',
] as const;

/** Descriptions of interfaces, which share their endings with every other data. */
export function isInterfaceDescription(path: string): boolean {
  const name = basename(path).toLowerCase();
  return /openapi|swagger/u.test(name) && ['.json', '.yaml', '.yml'].includes(extname(name));
}

/** What matches the documents of a folder. */
export const READABLE_GLOBS = [
  `**/*.{${READABLE_ENDINGS.join(',')}}`,
  '**/*{openapi,swagger}*.{json,yaml,yml}',
] as const;
