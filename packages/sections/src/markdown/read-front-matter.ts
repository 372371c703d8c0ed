import { parse } from 'yaml';

import { countCodePoints } from '../bounds/code-points.ts';

/** In UTF-16 units. What people write is a few hundred; the reader of YAML compares each key with all before it. */
const blockMax = 16_384;
const tagsMax = 100;
const tagLengthMax = 255;
const block = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/**
 * Title and tags from the YAML front matter of a Markdown document. Tags may be a list or one string with commas;
 * they are trimmed, told apart, and kept within the limits of a memory (decision 5). Front matter that is no YAML
 * mapping, or is longer than 16,384 characters, counts as none: it stays part of the text, and nothing in it is worth
 * refusing a document for.
 */
export function readFrontMatter(markdown: string): { title: string | undefined; tags: string[] } {
  const source = block.exec(markdown.slice(0, blockMax))?.[1];
  const fields = source === undefined ? {} : parseMapping(source);
  const title = typeof fields['title'] === 'string' ? fields['title'].trim() : '';
  const listed = fields['tags'];
  const tags = Array.isArray(listed) ? listed : typeof listed === 'string' ? listed.split(',') : [];
  const clean = tags
    .filter((tag) => typeof tag === 'string' || typeof tag === 'number')
    .map((tag) => String(tag).trim())
    .filter((tag) => tag !== '' && countCodePoints(tag) <= tagLengthMax);
  return { title: title || undefined, tags: [...new Set(clean)].slice(0, tagsMax) };
}

function parseMapping(source: string): Record<string, unknown> {
  try {
    const value: unknown = parse(source, { logLevel: 'silent', uniqueKeys: false });
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
