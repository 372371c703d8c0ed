import JSZip from 'jszip';

export interface DocxElement {
  type: string;
  styleName?: string | null;
  styleId?: string | null;
  children?: DocxElement[];
  /** Of a link within the document. */
  anchor?: string;
  /** Of a bookmark. */
  name?: string;
  isBold?: boolean;
  /** Of a run, in points. */
  fontSize?: number | null;
  /** Of a paragraph in a list. */
  numbering?: unknown;
  /** Of a text. */
  value?: string;
}

/** Type that is so much larger than that of the text is a heading's. */
const LARGER = 1.15;
const HEADING_LENGTH = 110;
/** More of the paragraphs than this are no headings, whatever their type. */
const SHARE_MAX = 0.3;
const SIZE_LEVELS = 6;

/**
 * How deep the paragraphs of a Word document stand that are set in larger type than its text; none where some are bold, which
 * are found in the page that it becomes.
 * @param defaultSize of its text by its styles, in points
 */
export function docxHeadingSizes(root: DocxElement, defaultSize: number): Map<DocxElement, number> {
  const paragraphs = paragraphsOf(root).flatMap((paragraph) => {
    const runs = runsOf(paragraph).filter(({ text }) => text.trim() !== '');
    const text = runs.map((run) => run.text).join('');
    const sizes = new Set(runs.map(({ size }) => size ?? defaultSize));
    const isBold = runs.every((run) => run.isBold);
    return runs.length > 0 ? [{ paragraph, text: text.trim(), sizes: [...sizes], runs, isBold }] : [];
  });
  const lengths = new Map<number, number>();
  for (const { runs } of paragraphs)
    for (const { text, size = defaultSize } of runs)
      lengths.set(size, (lengths.get(size) ?? 0) + text.length);
  const [[body] = [defaultSize]] = [...lengths].toSorted((a, b) => b[1] - a[1]);
  const found = paragraphs.flatMap(({ paragraph, text, sizes: [size, ...others] }) => {
    const isLarger = size !== undefined && others.length === 0 && size >= body * LARGER;
    const isWords = text.length <= HEADING_LENGTH && /\p{L}{2}/u.test(text) && !/[.,;!?:]$/.test(text);
    return isLarger && isWords ? [{ paragraph, size }] : [];
  });
  if (paragraphs.some(({ isBold }) => isBold)) return new Map();
  if (found.length > Math.max(1, paragraphs.length * SHARE_MAX)) return new Map();
  const ranks = [...new Set(found.map(({ size }) => size))].toSorted((a, b) => b - a);
  return new Map(
    found.map(({ paragraph, size }) => [paragraph, Math.min(SIZE_LEVELS, ranks.indexOf(size) + 1)]),
  );
}

/** Those that stand in no table. */
function paragraphsOf(element: DocxElement): DocxElement[] {
  if (element.type === 'table') return [];
  if (element.type === 'paragraph') return element.numbering ? [] : [element];
  return (element.children ?? []).flatMap(paragraphsOf);
}

function runsOf(element: DocxElement): { text: string; size: number | undefined; isBold: boolean }[] {
  if (element.type === 'run')
    return [{ text: textOf(element), size: element.fontSize ?? undefined, isBold: element.isBold === true }];
  return (element.children ?? []).flatMap(runsOf);
}

const textOf = (element: DocxElement): string =>
  element.type === 'text' ? (element.value ?? '') : (element.children ?? []).map(textOf).join('');

const LEVELS = 6;
/** Word's size of text where no style says, in points. */
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

/** The text between a mark and the next quote. */
function valueOf(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + mark.length, text.indexOf('"', at + mark.length));
}
