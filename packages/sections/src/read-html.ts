import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { toString } from 'mdast-util-to-string';
import { unified } from 'unified';
import { EXIT, SKIP, visit } from 'unist-util-visit';
import { boundNesting, boundTables } from './bounds/bound-html.ts';
import { DocumentError } from './document-error.ts';
import { headBoldParagraphs, pageTitle, unwrapLayoutTables } from './page-shape.ts';
import { headingText } from './markdown/heading-text.ts';
import type { Element, Root } from 'hast';
import type { Root as MarkdownRoot } from 'mdast';

/** How many times longer than the page its Markdown may be, and by how much besides, in UTF-16 units. */
const growthMax = 8;
const growthFree = 65_536;

/** Parts of a page that are about getting around it, or that no reader sees. */
const leftOut = new Set([
  'nav',
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'svg',
  'canvas',
  'form',
  'button',
  // A place where a long name may be broken is no end of a word.
  'wbr',
  // Facts that an annual report tells machines.
  'ix:header',
]);

const headingTag = /^h[1-6]$/;

/**
 * A page as Markdown: its one `<main>` where there is one, else its body, without navigation and scripts. Pictures
 * that carry their bytes in the page become their description.
 * @throws DocumentError `too_large` for elements nested thousands deep, and for marks that outgrow the page
 * @returns the title of the page, undefined where it has none, and its text
 */
export function readHtml(html: string): { title: string | undefined; text: string } {
  try {
    return convert(html);
  } catch (cause) {
    // The converters walk the page by recursion.
    if (!(cause instanceof RangeError)) throw cause;
    throw new DocumentError('too_large', 'The page nests its elements too deeply to be read.', { cause });
  }
}

function convert(html: string): { title: string | undefined; text: string } {
  const page = unified().use(rehypeParse).parse(html);
  clean(page);
  const main = mainOf(page);
  const title = pageTitle(textOfFirst(page, 'title'), {
    first: headingText(textOfFirst(main, 'h1')),
    second: headingText(textOfFirst(main, 'h2')),
  });
  unwrapLayoutTables(page);
  headBoldParagraphs(mainOf(page));
  boundTables(page);
  boundNesting(page);
  const tree: MarkdownRoot = unified().use(rehypeRemark).runSync(mainOf(page));
  // Without columns of one width: one long cell would lengthen every row.
  const text = unified()
    .use(remarkGfm, { tablePipeAlign: false })
    .use(remarkStringify, { bullet: '-', fences: true })
    .stringify(tree);
  if (text.length > growthMax * html.length + growthFree)
    throw new DocumentError('too_large', `The page becomes more than ${growthMax} times as long as text.`);
  return { title: title || undefined, text };
}

function textOfFirst(page: Root, tagName: string): string {
  let text = '';
  visit(page, 'element', (element) => {
    if (element.tagName !== tagName) return undefined;
    text = toString(element).replaceAll(/\s+/g, ' ').trim();
    return EXIT;
  });
  return text;
}

/** A link that only marks a place: the sign beside a heading, or the bookmark of a Word file. */
function isAnchor(element: Element): boolean {
  if (element.tagName !== 'a') return false;
  // VitePress has a space without width for its sign.
  const text = toString(element)
    .replaceAll(/[\u200B-\u200D\uFEFF]/gu, '')
    .trim();
  if (text === '') return !showsPicture(element);
  const { href } = element.properties;
  return typeof href === 'string' && href.startsWith('#') && /^[¶#§🔗↑]$/u.test(text);
}

/** Elements beside text that a link may show: icons are drawn by elements without text. */
function showsPicture(element: Element): boolean {
  let found = false;
  visit(element, 'element', ({ tagName }) => {
    found ||= pictures.has(tagName);
    return found ? EXIT : undefined;
  });
  return found;
}

const pictures: ReadonlySet<string> = new Set(['img', 'audio', 'video', 'object', 'math']);

/** Classes that generators without a `<nav>` give it: DocBook and Texinfo. */
const navigationClasses: ReadonlySet<string> = new Set(['navheader', 'navfooter', 'nav-panel']);

/** Links between the pages of a manual: what says so itself, and what generators make of them. */
function isNavigation(element: Element): boolean {
  const { role, className } = element.properties;
  if (role === 'navigation') return true;
  const classes = Array.isArray(className) ? className : [];
  if (classes.some((name) => navigationClasses.has(name))) return true;
  if (element.tagName !== 'div' || !classes.includes('header')) return false;
  return element.children.some((child) => child.type === 'element' && linksAround(child));
}

/** Texinfo before 7 calls it `header`, as others call the head of a page: its links say what they lead to. */
function linksAround(element: Element): boolean {
  const links = element.children.filter((child) => child.type === 'element');
  return (
    links.length > 0 &&
    links.every(({ tagName, properties: { rel } }) => {
      const names = Array.isArray(rel) ? rel : [];
      return tagName === 'a' && names.some((name) => pagesAround.has(name));
    })
  );
}

const pagesAround: ReadonlySet<string> = new Set(['next', 'prev', 'up', 'index', 'contents']);

function isHidden(element: Element): boolean {
  const { style, hidden } = element.properties;
  return (
    (hidden !== undefined && hidden !== null) || (typeof style === 'string' && /display:\s*none/i.test(style))
  );
}

function holdsHeading(element: Element): boolean {
  let found = false;
  visit(element, 'element', (child) => {
    found ||= headingTag.test(child.tagName);
    return found ? EXIT : undefined;
  });
  return found;
}

function clean(page: Root): void {
  visit(page, (element, index, parent) => {
    if (!parent || index === undefined || element.type === 'root' || element.type === 'text')
      return undefined;
    const isLeftOut =
      element.type !== 'element' ||
      leftOut.has(element.tagName) ||
      isNavigation(element) ||
      isAnchor(element) ||
      isHidden(element);
    if (isLeftOut) {
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    // Pages of rustdoc fold each method under its heading; what is converted has no headings within a summary.
    if (element.tagName === 'summary' && holdsHeading(element)) {
      parent.children.splice(index, 1, ...element.children);
      return [SKIP, index];
    }
    // A heading in two lines is one heading.
    if (headingTag.test(element.tagName))
      visit(element, 'element', (child, at, within) => {
        if (child.tagName === 'br' && within && at !== undefined)
          within.children[at] = { type: 'text', value: ' ' };
        // An element on a line of its own, as the bounds of a type in rustdoc, is no part of the word before.
        if (child.tagName === 'div') {
          child.tagName = 'span';
          child.children.unshift({ type: 'text', value: ' ' });
        }
      });
    const source = element.tagName === 'img' ? element.properties['src'] : undefined;
    if (element.tagName === 'img' && (typeof source !== 'string' || /^(?:data:|$)/i.test(source))) {
      const description = element.properties['alt'];
      parent.children[index] = { type: 'text', value: typeof description === 'string' ? description : '' };
    }
    return undefined;
  });
}

function mainOf(page: Root): Root {
  const mains: Element[] = [];
  visit(page, 'element', (element) => {
    if (element.tagName === 'main' || element.properties['role'] === 'main') mains.push(element);
  });
  const [main] = mains;
  return main && mains.length === 1 ? { type: 'root', children: [main] } : page;
}
