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

/** What matches the documents of a folder, and the data that some of them share an ending with. */
export const READABLE_GLOB = `**/*.{${[...READABLE_ENDINGS, 'json', 'yaml', 'yml'].join(',')}}`;
