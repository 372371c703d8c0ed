interface Relations {
  /** The category of `- [category] text`. */
  categories: string[];
  /** `#tag` of observations. */
  tags: string[];
  links: { type: string; target: string }[];
}

const ITEM = /^\s*[-*+]\s+(\S.*)$/u;
/** A task, `[ ]` and its relatives, or a time of a recording is no category. */
const CATEGORY = /^\[([^[\]()]{2,60})\]\s+\S/u;
const TIME = /^\d{1,3}:\d{2}/u;
const LINK = /\[\[([^[\]]{1,300})\]\]/gu;
/** `type [[Target]]`, `"type of words" [[Target]]`, with a context in parentheses at most. */
const RELATION =
  /^(?:"([^"]{1,80})"|'([^']{1,80})'|([^\s[\]]{1,80}))\s*\[\[([^[\]]{1,300})\]\]\s*(?:\([^)]{0,500}\))?$/u;

/** What a note of basic-memory says of others, and how it sorts what it says; code is text. */
export function readRelations(text: string): Relations {
  const categories = new Set<string>();
  const tags = new Set<string>();
  const links: Relations['links'] = [];
  let isCode = false;
  for (const line of text.split(/\r?\n/u)) {
    if (/^\s*(?:```|~~~)/u.test(line)) isCode = !isCode;
    if (isCode || /^\s*>/u.test(line)) continue;
    const item = ITEM.exec(line)?.[1]?.trim();
    const category = item === undefined ? undefined : CATEGORY.exec(item)?.[1]?.trim();
    if (category !== undefined && !TIME.test(category)) {
      categories.add(category);
      for (const [, tag = ''] of line.matchAll(/(?<=\s)#([\p{L}\p{N}_/-]{1,100})/gu)) tags.add(tag);
    }
    const relation = item === undefined ? null : RELATION.exec(item);
    if (relation)
      links.push({ type: relation[1] ?? relation[2] ?? relation[3] ?? '', target: targetOf(relation[4]) });
    else
      for (const [, target] of line.matchAll(LINK))
        links.push({ type: 'links_to', target: targetOf(target) });
  }
  return { categories: [...categories], tags: [...tags], links };
}

/** Without what it is called here, and which heading is meant. */
const targetOf = (link = ''): string => link.split('|')[0]?.split('#')[0]?.trim() ?? '';
