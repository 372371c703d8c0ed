import JSZip from 'jszip';

const LEVELS = 6;
/** What Word sets text in where no style says, in points. */
const TEXT_SIZE = 10;

export interface DocxOutline {
  /** From 1, by the id of a style. */
  depths: Map<string, number>;
  /** Of text by default, in points. */
  textSize: number;
}

/**
 * How deep the styles of a Word document stand in its outline, from 1: those that say so and those that are based on them.
 * Styles of the text, and what stands deeper than a heading can, are left out.
 */
export async function docxOutline(docx: Buffer): Promise<DocxOutline> {
  const archive = await JSZip.loadAsync(docx).catch(() => undefined);
  const xml = (await archive?.file('word/styles.xml')?.async('string')) ?? '';
  const styles = new Map(
    xml
      .split('<w:style ')
      .slice(1)
      .map((style) => [valueOf(style, 'w:styleId="'), style] as const),
  );
  const depths = new Map<string, number>();
  for (const id of styles.keys()) {
    const depth = levelOf(styles, id);
    if (depth > 0 && depth <= LEVELS) depths.set(id, depth);
  }
  const defaults = xml.slice(0, Math.max(0, xml.indexOf('</w:docDefaults>')));
  const halves = Number(valueOf(defaults, '<w:sz w:val="'));
  return { depths, textSize: halves > 0 ? halves / 2 : TEXT_SIZE };
}

/** 1 for the outermost level, 10 for text, 0 where no style says. */
function levelOf(styles: ReadonlyMap<string, string>, id: string): number {
  const seen = new Set<string>();
  for (let at = id; at !== '' && !seen.has(at);) {
    seen.add(at);
    const style = styles.get(at) ?? '';
    const level = valueOf(style, '<w:outlineLvl w:val="');
    if (level !== '') return Number(level) + 1;
    at = valueOf(style, '<w:basedOn w:val="');
  }
  return 0;
}

/** What stands between a mark and the next quote. */
function valueOf(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + mark.length, text.indexOf('"', at + mark.length));
}
