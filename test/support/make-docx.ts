import JSZip from 'jszip';

export interface DocxParagraph {
  text: string;
  /** Id of its style. */
  style?: string;
  isBold?: boolean;
  /** Of its type, in points. */
  size?: number;
  /** Name of a bookmark on it. */
  bookmark?: string;
  /** Name of the bookmark that all of it leads to. */
  leadsTo?: string;
}

export interface DocxStyle {
  id: string;
  name: string;
  basedOn?: string;
  /** From 0. */
  outlineLevel?: number;
}

/** A Word document of some paragraphs. */
export async function makeDocx(
  paragraphs: readonly DocxParagraph[],
  styles: readonly DocxStyle[] = [],
): Promise<Buffer> {
  const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const archive = new JSZip();
  archive.file(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  );
  archive.file(
    '_rels/.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="d" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  );
  archive.file(
    'word/_rels/document.xml.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
  );
  archive.file(
    'word/styles.xml',
    `<w:styles ${space}>${styles.map(({ id, name, basedOn, outlineLevel }) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${basedOn ? `<w:basedOn w:val="${basedOn}"/>` : ''}${outlineLevel === undefined ? '' : `<w:pPr><w:outlineLvl w:val="${outlineLevel}"/></w:pPr>`}</w:style>`).join('')}</w:styles>`,
  );
  const body = paragraphs.map(({ text, style, isBold, size, bookmark, leadsTo }, at) => {
    const run = `<w:r><w:rPr>${isBold ? '<w:b/>' : ''}${size ? `<w:sz w:val="${size * 2}"/>` : ''}</w:rPr><w:t>${text}</w:t></w:r>`;
    const linked = leadsTo ? `<w:hyperlink w:anchor="${leadsTo}">${run}</w:hyperlink>` : run;
    const marked = bookmark
      ? `<w:bookmarkStart w:id="${at}" w:name="${bookmark}"/>${linked}<w:bookmarkEnd w:id="${at}"/>`
      : linked;
    return `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}${marked}</w:p>`;
  });
  archive.file('word/document.xml', `<w:document ${space}><w:body>${body.join('')}</w:body></w:document>`);
  return await archive.generateAsync({ type: 'nodebuffer' });
}
