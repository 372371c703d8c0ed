import type { UploadRow } from '@memory/db';
import { withoutEnd } from '@memory/text/without-end';

/**
 * An item of an upload with what the upload gives to those that name none. SDLC documents are `knowledge` unless said
 * otherwise, and as in `sdlc_seed` their text can name them.
 */
export function withUploadDefaults(value: unknown, defaults: UploadRow['defaults']): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { purpose, document_type, deliverable_id } = defaults;
  const item: { document_type?: unknown; deliverable_id?: unknown; title?: unknown; content?: unknown } =
    value;
  const given = {
    ...item,
    document_type: item.document_type ?? document_type,
    deliverable_id: item.deliverable_id ?? deliverable_id,
  };
  if (purpose !== 'sdlc') return given;
  return {
    ...given,
    document_type: given.document_type ?? 'knowledge',
    ...(item.title === undefined && typeof item.content === 'string' && item.content.trim() !== ''
      ? { title: titleOfContent(item.content) }
      : {}),
  };
}

/** Code points: a first line may be a whole paragraph. */
const TITLE_LENGTH = 120;

/** UTF-16 units read of a line: the marks that close a heading cost the square of the blanks before them. */
const LINE_MAX = 1_000;

/**
 * The first heading of a Markdown text, or its first line: the same document keeps its title, and so its identity, and
 * two documents do not replace each other for want of one. Empty when the text is blank.
 */
export function titleOfContent(content: string): string {
  const heading = /^ {0,3}#{1,6}[ \t]+(\S.*)$/mu.exec(content)?.[1]?.slice(0, LINE_MAX);
  const title =
    heading === undefined ? (/\S.*/u.exec(content)?.[0].slice(0, LINE_MAX) ?? '') : withoutClosing(heading);
  return Array.from(title.trim()).slice(0, TITLE_LENGTH).join('');
}

/** A heading may be closed by number signs, which are none of its text when blanks stand before them. */
function withoutClosing(heading: string): string {
  const words = withoutEnd(heading, ' \t');
  const open = withoutEnd(words, '#');
  return open === words || /[ \t]$/u.test(open) ? open : words;
}
