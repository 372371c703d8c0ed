import type { DocxElement } from './docx-element.ts';

/** Type that is so much larger than that of the text is a heading's. */
const LARGER = 1.15;
const HEADING_LENGTH = 110;
/** More of the paragraphs than this are no headings, whatever their type. */
const SHARE_MAX = 0.3;
const LEVELS = 6;

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
  return new Map(found.map(({ paragraph, size }) => [paragraph, Math.min(LEVELS, ranks.indexOf(size) + 1)]));
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
