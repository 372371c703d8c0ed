import { toString } from 'mdast-util-to-string';
import { EXIT, SKIP, visit } from 'unist-util-visit';
import type { Element, Root } from 'hast';

/** What no cell of a table in Markdown can hold: a fence in one would run to the end of the page. */
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
