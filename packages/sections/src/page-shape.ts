import { toString } from 'mdast-util-to-string';
import { SKIP, visit, EXIT } from 'unist-util-visit';
import type { Element, ElementContent, Root } from 'hast';

/** A page that its author has not named is called after its file by what wrote it. */
const fileName = /^[\w.-]+\.(?:html?|xhtml|php)$/i;

/** Signs between the name of a page and that of its site: `Vec | Zoo`, `Vec — Zoo 3 documentation`, `Vec :: Zoo`. */
const separators = / (?:[|·•»–—-]|::) /gu;

/** The name of a page: the part of its title that its own heading repeats, since the rest names the site. */
export function pageTitle(title: string, { first, second }: { first: string; second: string }): string {
  const isNamed = title !== '' && !fileName.test(title);
  // Where the site's name is the top heading, outside of what the page says.
  if (first === '' && second !== '' && isFirstPart(title, second)) return second;
  if (!isNamed || first === '') return isNamed ? title : first;
  if (title.toLowerCase().includes(first.toLowerCase())) return first;
  const last = [...title.matchAll(separators)].at(-1);
  if (!last) return title;
  const [own, site] = [title.slice(0, last.index), title.slice(last.index + last[0].length)];
  // `Vec - Rust` under `Struct Vec`, and `Vec in std::vec - Rust`, where the name stands last in the heading.
  if (holds(first, own)) return first;
  const name = wordsOf(first).split(' ').at(-1) ?? '';
  return holds(own, name) && !holds(site, name) ? own : title;
}

/** `Process | Node.js`: what the page is called, and the site behind it. */
function isFirstPart(title: string, part: string): boolean {
  const rest = title.slice(part.length);
  return title.toLowerCase().startsWith(part.toLowerCase()) && /^ [|·–—-] /u.test(rest);
}

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim();

/** Whether these words stand in a text, whole and next to each other. */
const holds = (text: string, part: string): boolean =>
  wordsOf(part) !== '' && ` ${wordsOf(text)} `.includes(` ${wordsOf(part)} `);

const headingTag = /^h[1-6]$/;
/** Elements in which bold lines are labels. */
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

/** Blocks that no table cell in Markdown can hold: a fence in one would run to the end of the page. */
const blocks = /^(?:pre|table|h[1-6])$/;
const parts = /^(?:table|caption|colgroup|col|thead|tbody|tfoot|tr|th|td)$/;

/**
 * Tables that lay a page out, or code beside the numbers of its lines, are no tables: what stands in their cells follows each
 * other, and the numbers are left out.
 */
export function unwrapLayoutTables(page: Root): void {
  visit(page, 'element', (table) => {
    if (table.tagName !== 'table' || !holdsBlocks(table)) return;
    visit(table, 'element', (element, index, parent) => {
      // Tables in its cells are judged by themselves.
      if (element !== table && element.tagName === 'table') return SKIP;
      if (element.tagName === 'td' && isNumbers(element) && parent && index !== undefined) {
        parent.children.splice(index, 1);
        return [SKIP, index];
      }
      if (parts.test(element.tagName)) element.tagName = 'div';
      return undefined;
    });
  });
}

function holdsBlocks(table: Element): boolean {
  let isLayout = false;
  visit(table, 'element', (element) => {
    if (element === table || !blocks.test(element.tagName)) return undefined;
    isLayout = true;
    return EXIT;
  });
  return isLayout;
}

const isNumbers = (cell: Element): boolean =>
  cell.children.some((child) => child.type === 'element' && child.tagName === 'pre') &&
  /^[\d\s]+$/.test(toString(cell));
