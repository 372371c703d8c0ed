import type { ManualRelationshipType } from '@memory/contracts';

/** A relationship as basic-memory writes it: `- supersedes [[decision/use-queues]] (why)`. */
export interface NoteRelation {
  type: string;
  target: string;
  context: string | null;
}

interface NoteItems {
  /** `- [category] what`. */
  observations: { category: string; what: string; tags: string[] }[];
  relations: NoteRelation[];
  links: string[];
}

const ITEM = /^\s*[-*+]\s+(\S.*)$/u;
/** A task, `[ ]` and its relatives, or a time of a recording is no category. */
const CATEGORY = /^\[([^[\]()]{2,60})\]\s+(\S.*)$/u;
const TIME = /^\d{1,3}:\d{2}/u;
const TAG = /(?<=\s)#([\p{L}\p{N}_/-]{1,100})/gu;
const LINK = /\[\[([^[\]]{1,300})\]\]/gu;
/** A list item that only mentions a note has more before it, or behind it. */
const TYPE_LENGTH_MAX = 60;

export function readItems(text: string): NoteItems {
  const items: NoteItems = { observations: [], relations: [], links: [] };
  let isCode = false;
  for (const line of text.split(/\r?\n/u)) {
    if (/^\s*(?:```|~~~)/u.test(line)) isCode = !isCode;
    if (isCode || /^\s*>/u.test(line)) continue;
    const item = ITEM.exec(line)?.[1]?.trim() ?? '';
    const [, category = '', what = ''] = CATEGORY.exec(item) ?? [];
    if (category !== '' && !TIME.test(category))
      items.observations.push({
        category: category.trim(),
        what: what.trim(),
        tags: Array.from(line.matchAll(TAG), ([, tag = '']) => tag),
      });
    const relation = relationOf(item);
    if (relation) items.relations.push(relation);
    else for (const [, link] of line.matchAll(LINK)) items.links.push(targetOf(link));
  }
  return items;
}

/** `type [[target]] (context)`, where a type of several words may be quoted. */
function relationOf(item: string): NoteRelation | undefined {
  const [opens, closes] = [item.indexOf('[['), item.indexOf(']]')];
  if (opens < 1 || closes < opens) return undefined;
  const type = item.slice(0, opens).trim().replaceAll(/["']/gu, '');
  const target = targetOf(item.slice(opens + 2, closes));
  const rest = item.slice(closes + 2).trim();
  if (type === '' || type.includes('[') || type.length > TYPE_LENGTH_MAX || target === '') return undefined;
  const isBracketed = rest.startsWith('(') && rest.endsWith(')') && rest.length > 2;
  return { type, target, context: isBracketed ? rest.slice(1, -1) : null };
}

/** Without what it is called here, and which heading is meant. */
const targetOf = (link = ''): string => link.split('|')[0]?.split('#')[0]?.trim() ?? '';

/** Free words of other tools in our terms; whatever else they say stands in the context. */
export function relationshipTypeOf(words: string): ManualRelationshipType {
  const plain = words.toLowerCase().replaceAll(/[\s-]+/gu, '_');
  if (/^(?:supersedes|replaces|overrides|obsoletes)$/u.test(plain)) return 'supersedes';
  if (/^(?:depends_on|requires|needs|blocked_by|builds_on|extends|implements)$/u.test(plain))
    return 'depends_on';
  return 'related_to';
}
