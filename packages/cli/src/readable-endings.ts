/** Endings of the files that can be read as documents. */
export const READABLE_ENDINGS = ['md', 'mdx', 'markdown', 'txt', 'html', 'htm', 'pdf', 'docx'] as const;
