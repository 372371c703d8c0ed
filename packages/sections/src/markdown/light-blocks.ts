import type { Heading, RootContent } from 'mdast';

const fenceMark = /^ {0,3}(`{3,}|~{3,})/;
const headingMark = /^ {0,3}(#{1,6})[ \t]+/;
/** Of a heading's text, in UTF-16 units; less than a tenth of it is shown. */
const headingMax = 2_000;
/** Shorter ones stay together, in UTF-16 units. */
const paragraphMin = 500;

/**
 * The blocks of a text from a place on, as far as its lines tell: headings with `#`, fences, and between blank lines
 * paragraphs, the small ones together. A parser of Markdown takes 100 times as long for texts whose blocks are a few letters each.
 */
export function lightBlocks(markdown: string, from: number): RootContent[] {
  const blocks: RootContent[] = [];
  let begun = -1;
  let fence = '';
  const end = (to: number) => {
    const position = between(begun, to);
    if (begun !== -1)
      blocks.push(
        fence === '' ? { type: 'paragraph', children: [], position } : { type: 'code', value: '', position },
      );
    begun = -1;
    fence = '';
  };
  for (let at = from; at < markdown.length;) {
    const newline = markdown.indexOf('\n', at);
    const next = newline === -1 ? markdown.length : newline + 1;
    const line = markdown.slice(at, Math.min(next, at + headingMax)).trimEnd();
    const mark = fenceMark.exec(line)?.[1] ?? '';
    const heading = headingMark.exec(line);
    if (fence !== '') {
      if (mark.startsWith(fence) && line.trim() === mark) end(next);
    } else if (mark !== '') {
      end(at);
      begun = at;
      fence = mark;
    } else if (heading) {
      end(at);
      const depth = (heading[1]?.length ?? 1) as Heading['depth'];
      const value = line.slice(heading[0].length);
      blocks.push({
        type: 'heading',
        depth,
        children: [{ type: 'text', value }],
        position: between(at, next),
      });
    } else if (line === '' && at - begun >= paragraphMin) end(at);
    else if (begun === -1 && line !== '') begun = at;
    at = next;
  }
  end(markdown.length);
  return blocks;
}

/** Only offsets are looked at. */
const between = (start: number, end: number) => ({
  start: { line: 1, column: 1, offset: start },
  end: { line: 1, column: 1, offset: end },
});
