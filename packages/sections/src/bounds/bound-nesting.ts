import type { Element, Root } from 'hast';

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
