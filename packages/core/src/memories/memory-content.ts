import { createHash } from 'node:crypto';
import { searchText, type Language } from '@memory/text';

export interface MemoryContent {
  title: string;
  narrative: string;
  tags: readonly string[];
  concepts: readonly string[];
  source_files: readonly string[];
}

/** A row of `memories` as an export or the history holds it: its columns are the content. */
export const contentOf = (row: object): MemoryContent => row as MemoryContent;

/** SHA-256 of the content in one canonical form, hexadecimal. */
export function hashContent({ title, narrative, tags, concepts, source_files }: MemoryContent): string {
  return createHash('sha256')
    .update(JSON.stringify([title, narrative, tags, concepts, source_files]))
    .digest('hex');
}

export function deriveColumns(content: MemoryContent, language: Language) {
  const { tsvector, termCount } = searchText({ ...content, sourceFiles: content.source_files }, language);
  return { content_digest: hashContent(content), search_text: tsvector, term_count: termCount };
}
