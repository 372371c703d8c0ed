import type { getDocumentProxy } from 'unpdf';

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

export interface PdfLine {
  text: string;
  /** Type size of most of its characters, in points, rounded to a quarter. */
  size: number;
  /** Height of its baseline above the bottom of the page, in points. */
  y: number;
}

/** The lines of each page, in the order in which they are read. */
export async function pdfLines(pdf: Pdf): Promise<PdfLine[][]> {
  const pages: PdfLine[][] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(linesOf(items.filter((item) => 'str' in item)));
    page.cleanup();
  }
  return pages;
}

interface TextItem {
  str: string;
  height: number;
  transform: readonly unknown[];
  hasEOL: boolean;
}

function linesOf(items: readonly TextItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let open: TextItem[] = [];
  const close = (): void => {
    const text = readable(open.map(({ str }) => str).join(''));
    const drawn = open.filter(({ str }) => str.trim() !== '');
    open = [];
    const [first] = drawn;
    if (!first || text.trim() === '') return;
    const sizes = new Map<number, number>();
    for (const { str, height } of drawn) {
      const size = Math.round(height * 4) / 4;
      sizes.set(size, (sizes.get(size) ?? 0) + str.length);
    }
    const [[size] = [0]] = [...sizes].toSorted((a, b) => b[1] - a[1]);
    lines.push({ text: text.trimEnd(), size, y: Number(first.transform[5]) });
  };
  for (const item of items) {
    open.push(item);
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

/** Fonts without a Unicode table leave NULs and half pairs behind, which no memory may hold (decision 6). */
export const readable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
