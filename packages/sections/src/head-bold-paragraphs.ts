import { toString } from 'mdast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import type { Element, ElementContent, Root } from 'hast';

const headingTag = /^h[1-6]$/;
/** What holds blocks whose bold lines are labels. */
const holders = new Set(['table', 'ul', 'ol', 'dl', 'blockquote', 'figure', 'pre']);
const inlineBlocks = new Set(['p', 'div', 'ul', 'ol', 'table', 'dl', 'pre', 'blockquote', 'img']);
const HEADING_LENGTH = 110;
const SHARE_MAX = 0.4;
const boldStyle = /font-weight:\s*(?:bold|[6-9]00)/i;

/**
 * Headings of a page that has none: its paragraphs that are bold as a whole, as people make them who use a word processor
 * without its styles. Those in capitals stand above the others, and those with a number where it says.
 */
export function headBoldParagraphs(page: Root): void {
  const found: { element: Element; text: string }[] = [];
  let [isHeaded, paragraphs] = [false, 0];
  visit(page, 'element', (element) => {
    isHeaded ||= headingTag.test(element.tagName);
    if (holders.has(element.tagName)) return SKIP;
    if (element.tagName !== 'p' && element.tagName !== 'div') return undefined;
    const text = toString(element).replaceAll(/\s+/g, ' ').trim();
    if (text !== '') paragraphs += 1;
    if (isHeading(text) && isBold(element)) found.push({ element, text });
    return undefined;
  });
  // Where every other paragraph is bold, that is how it is written.
  if (isHeaded || found.length > paragraphs * SHARE_MAX) return;
  const isSmall = found.some(({ text }) => /\p{Ll}/u.test(text));
  for (const { element, text } of found) {
    const parts = /^(\d{1,3}(?:\.\d{1,3}){0,4})\.?\s/.exec(text)?.[1]?.split('.').length;
    const depth = parts ?? (isSmall && /\p{Ll}/u.test(text) ? 2 : 1);
    element.tagName = `h${Math.min(6, depth + 1)}`;
  }
}

const isHeading = (text: string): boolean =>
  text.length <= HEADING_LENGTH && /\p{L}{2}/u.test(text) && !/[.,;!?]$/.test(text);

/** Whether all of its text is bold, and nothing of it a block. */
function isBold(element: Element | ElementContent): boolean {
  if (element.type !== 'element') return element.type !== 'text' || element.value.trim() === '';
  const { style } = element.properties;
  const isMarked =
    element.tagName === 'strong' ||
    element.tagName === 'b' ||
    (typeof style === 'string' && boldStyle.test(style));
  const isInline = element.children.every(
    (child) => child.type !== 'element' || !inlineBlocks.has(child.tagName),
  );
  return isInline && (isMarked || element.children.every(isBold));
}
