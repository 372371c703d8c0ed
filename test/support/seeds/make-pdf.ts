interface PdfText {
  text: string;
  /** Type size and height above the bottom of the page, in points. */
  size: number;
  y: number;
  isBold?: boolean;
  /** From the left edge, in points; 72 by default. */
  x?: number;
}

interface PdfOutlineEntry {
  title: string;
  /** From 0. */
  page: number;
  y: number;
  children?: readonly PdfOutlineEntry[];
}

/** A PDF with lines of Helvetica, bold or not, on its pages and, where it is given, an outline. */
export function makePdf(
  pages: readonly (readonly PdfText[])[],
  outline: readonly PdfOutlineEntry[] = [],
): Buffer {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const bold = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>');
  // The tree of pages is the third object; their numbers follow from how many there are.
  const tree = add('');
  const pageIds = pages.map((lines) => {
    const drawn = lines.map(
      ({ text, size, y, isBold, x = 72 }) =>
        `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${text.replaceAll(/[()\\]/g, String.raw`\$&`)}) Tj ET`,
    );
    const stream = drawn.join('\n');
    const content = add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F1 ${font} 0 R /F2 ${bold} 0 R >> >> >>`,
    );
  });
  objects[tree - 1] =
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pageIds.length} >>`;
  const root = outline.length > 0 ? add('') : 0;
  if (root > 0) objects[root - 1] = `<< /Type /Outlines ${entries(outline, root)} >>`;
  const catalog = add(`<< /Type /Catalog /Pages ${tree} 0 R ${root > 0 ? `/Outlines ${root} 0 R` : ''} >>`);
  return Buffer.from(
    `%PDF-1.4\n${objects.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`).join('')}trailer\n<< /Root ${catalog} 0 R /Size ${objects.length + 1} >>\n%%EOF\n`,
    'latin1',
  );

  /** Adds entries below a parent; the fields that name the first and the last. */
  function entries(of: readonly PdfOutlineEntry[], parent: number): string {
    const ids = of.map(() => add(''));
    for (const [index, { title, page, y, children = [] }] of of.entries()) {
      const id = ids[index] ?? 0;
      const links = [
        ...(index > 0 ? [`/Prev ${ids[index - 1]} 0 R`] : []),
        ...(index < ids.length - 1 ? [`/Next ${ids[index + 1]} 0 R`] : []),
        children.length > 0 ? entries(children, id) : '',
      ];
      objects[id - 1] =
        `<< /Title (${title}) /Parent ${parent} 0 R /Dest [${pageIds[page]} 0 R /XYZ 72 ${y} 0] ${links.join(' ')} >>`;
    }
    return `/First ${ids[0]} 0 R /Last ${ids.at(-1)} 0 R /Count ${ids.length}`;
  }
}
