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

/** What matches the documents of a folder. */
export const READABLE_GLOBS = [
  `**/*.{${READABLE_ENDINGS.join(',')}}`,
  '**/*{openapi,swagger}*.{json,yaml,yml}',
] as const;
