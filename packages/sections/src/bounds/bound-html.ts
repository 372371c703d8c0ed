import type { Element, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';

/** Each level of these puts its mark before every line inside; no author goes as deep. */
const depthMax = 20;
const marking = new Set(['blockquote', 'ul', 'ol', 'dl']);

/** Quotations and lists inside of twenty others lose their marks, not their text. */
export function boundNesting(page: Root): void {
  const waiting: { parent: Root | Element; depth: number }[] = [{ parent: page, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const child of next.parent.children) {
      if (child.type !== 'element') continue;
      const depth = next.depth + (marking.has(child.tagName) ? 1 : 0);
      if (depth > depthMax && (marking.has(child.tagName) || child.tagName === 'li')) child.tagName = 'div';
      waiting.push({ parent: child, depth });
    }
  }
}

/** Cells that a table of Markdown may have for each one of the page, and besides: spans and short rows are filled up. */
const growthMax = 4;
const cellsFree = 1_000;

const tableParts = new Set([
  'table',
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
]);

/**
 * Markdown's tables know no spans and no short rows, so that a page of 600 bytes can ask for a table of gigabytes. One
 * that would grow out of proportion loses its spans, and where that is not enough, its rows become paragraphs.
 */
export function boundTables(page: Root): void {
  visit(page, 'element', (table) => {
    if (table.tagName !== 'table') return undefined;
    const rows = rowsOf(table);
    const cells = rows.reduce((sum, row) => sum + row.length, 0);
    const cellsMax = growthMax * cells + cellsFree;
    if (rows.length * widthOf(rows) > cellsMax) {
      for (const cell of rows.flat()) {
        delete cell.properties['colSpan'];
        delete cell.properties['rowSpan'];
      }
      if (rows.length * widthOf(rows) > cellsMax) asParagraphs(table);
    }
    return SKIP;
  });
}

function rowsOf(table: Element): Element[][] {
  const rows: Element[][] = [];
  visit(table, 'element', (element) => {
    if (element !== table && element.tagName === 'table') return SKIP;
    if (element.tagName === 'tr') rows.push([]);
    if (element.tagName === 'td' || element.tagName === 'th') rows.at(-1)?.push(element);
    return undefined;
  });
  return rows;
}

/** Columns of the widest row, with what reaches into it from the rows above. */
function widthOf(rows: readonly Element[][]): number {
  const ending = new Map<number, number>();
  let reaching = 0;
  let widest = 0;
  for (const [index, row] of rows.entries()) {
    reaching -= ending.get(index) ?? 0;
    let own = 0;
    let staying = 0;
    for (const cell of row) {
      const width = span(cell.properties['colSpan']);
      const end = index + span(cell.properties['rowSpan']);
      own += width;
      if (end === index + 1) continue;
      staying += width;
      ending.set(end, (ending.get(end) ?? 0) + width);
    }
    widest = Math.max(widest, reaching + own);
    reaching += staying;
  }
  return widest;
}

function span(value: unknown): number {
  const given = Number(value);
  return given >= 1 ? given : 1;
}

function asParagraphs(table: Element): void {
  visit(table, 'element', (element) => {
    if (tableParts.has(element.tagName)) element.tagName = element.tagName === 'tr' ? 'p' : 'div';
  });
}
