import { withoutEnd } from '@memory/text/without-end';
import { textIn } from '../json.ts';
import type { Note } from '../read-note.ts';

export interface Decision {
  title: string;
  /** In small letters: `accepted`, `superseded`, `unknown`. */
  status: string;
  date: string | undefined;
  text: string;
  chosen: string | undefined;
  rejected: { option: string; reasons: string }[];
  /** Files, or numbers, of others. */
  supersedes: string[];
  supersededBy: string[];
}

/** Characters of a line that can be a heading or an option. */
const LINE_MAX = 500;

interface Part {
  depth: number;
  heading: string;
  text: string;
}

/** A decision as Nygard's form, MADR 2 to 4, or their relatives have it. @returns undefined for what is no record */
export function readDecision(note: Note, file: string): Decision | undefined {
  const parts = partsOf(note.text);
  const named = (pattern: RegExp) => parts.find(({ heading }) => pattern.test(heading));
  const decided = named(
    /^(?:\d+\.\s?)?(?:decision(?: outcome)?|outcome|resolution|we will|proposed solution|solution)\b/iu,
  );
  const head = note.text.slice(0, 2_000);
  const told =
    textIn(note.fields, 'status') ??
    firstLine(named(/^(?:\d+\.\s?)?status\b/iu)?.text) ??
    fieldIn(head, 'status');
  if (!decided && told === undefined) return undefined;
  const first = parts.find(({ depth, heading }) => depth === 1 && heading !== '');
  const statusText = [told ?? '', named(/^(?:\d+\.\s*)?status\b/iu)?.text ?? ''].join('\n');
  const chosen = chosenIn(decided?.text ?? '');
  return {
    title:
      (note.title ?? first?.heading ?? file).replace(/^(?:adr[-\s]?)?\d+\s*[.:\-–—]\s*/iu, '').trim() || file,
    status: statusOf(told ?? ''),
    date: dateOf(note.fields['date']) ?? dateIn(fieldIn(head, 'date') ?? fieldIn(head, 'created') ?? ''),
    text: note.text.replace(/^\s*# .+\r?\n/u, '').trim(),
    chosen,
    rejected: rejectedIn(parts, chosen),
    supersedes: referencesIn(statusText, /\bsupersedes\b([^.;\n]{1,200})/giu),
    supersededBy: referencesIn(statusText, /\bsuperseded\s*(?:by)?\b([^.;\n]{1,200})/giu),
  };
}

/** By headings, of whatever depth; those in code are text. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [{ depth: 0, heading: '', text: '' }];
  let isCode = false;
  for (const line of text.split(/\r?\n/u).map((each) => each.slice(0, LINE_MAX))) {
    if (/^\s{0,3}(?:```|~~~)/u.test(line)) isCode = !isCode;
    const [, marks = '', heading = ''] = (isCode ? null : /^(#{1,6})[ \t](.{1,300})$/u.exec(line)) ?? [];
    if (marks !== '')
      parts.push({ depth: marks.length, heading: withoutEnd(heading.trim(), '#').trim(), text: '' });
    else {
      const last = parts.at(-1);
      if (last) last.text += `${line}\n`;
    }
  }
  return parts;
}

const firstLine = (text: string | undefined): string | undefined =>
  text
    ?.split('\n')
    .map((line) => line.replace(/^[\s*>_-]+/u, '').trim())
    .find((line) => line !== '');

function statusOf(told: string): string {
  const word =
    /\b(?:accepted|approved|implemented|adopted|proposed|draft|rejected|declined|deprecated|superseded|obsolete|amended|pending|withdrawn)\b/iu.exec(
      told,
    )?.[0];
  return (
    word?.toLowerCase() ??
    (told
      .replaceAll(/[^\p{L}\s-]/gu, '')
      .trim()
      .toLowerCase()
      .slice(0, 40) ||
      'unknown')
  );
}

/** `Status: accepted`, `* **Status:** accepted`. */
function fieldIn(head: string, name: string): string | undefined {
  const lines = head.split('\n').map((line) => line.replaceAll(/[*_>|-]/gu, '').trim());
  const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() || undefined;
}

/** YAML makes dates of what looks like one. */
const dateOf = (value: unknown): string | undefined =>
  dateIn(value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : '');

const dateIn = (text: string): string | undefined => {
  const [found] = /\d{4}-\d{2}-\d{2}/u.exec(text) ?? [];
  return found === undefined || Number.isNaN(Date.parse(found)) ? undefined : `${found}T00:00:00Z`;
};

const CHOSEN = 'chosen option';

/** `Chosen option: "X", because …` */
function chosenIn(text: string): string | undefined {
  const at = text.toLowerCase().indexOf(CHOSEN);
  if (at < 0) return undefined;
  const rest = text.slice(at + CHOSEN.length, at + 300).replace(/^[\s:*]{1,10}/u, '');
  const [, quoted] = /^["“*]{1,2}([^"”*]{1,200})/u.exec(rest) ?? [];
  return plain(quoted ?? rest.split(/[,.;\n]/u, 1)[0]) || undefined;
}

/** Options of a record but the one that was chosen, with what was said against them. */
function rejectedIn(parts: readonly Part[], chosen: string | undefined): Decision['rejected'] {
  const listed =
    parts
      .find(({ heading }) =>
        /^(?:\d+\.\s*)?(?:considered options|options considered|alternatives considered|alternatives|considered alternatives|rejected (?:options|alternatives)|options)$/iu.test(
          heading,
        ),
      )
      ?.text.split('\n')
      .flatMap((line) => /^ {0,3}(?:[*+-]|\d{1,3}[.)])[ \t](.{1,400})$/u.exec(line)?.[1] ?? []) ?? [];
  const own = parts.flatMap(({ depth, heading }, place) => {
    const above = parts.slice(0, place).findLast((part) => part.depth < depth);
    return above && /^(?:pros and cons|considered options|options|alternatives)/iu.test(above.heading)
      ? [heading]
      : [];
  });
  const options = [...new Set([...listed, ...own].map((option) => nameOf(option)))].filter(
    (option) => option !== '',
  );
  // Without a choice nothing can be told from it.
  const isList = parts.some(({ heading }) => /^rejected/iu.test(heading) || /alternatives/iu.test(heading));
  if (chosen === undefined && !isList) return [];
  return options
    .filter((option) => chosen === undefined || !isSame(option, chosen))
    .filter((option, place, all) => all.findIndex((other) => isSame(other, option)) === place)
    .map((option) => ({ option, reasons: reasonsOf(option, parts, listed) }));
}

/** Before what is said about it: `X - because …`, `[X](#x)`, `**X**: …`. */
const nameOf = (line: string): string =>
  plain(line)
    ?.split(/\s(?:[-–—]\s|because\b)/u)[0]
    ?.split(': ')[0]
    ?.replace(/[.:]$/u, '')
    .slice(0, 150)
    .trim() ?? '';

const plain = (text: string | undefined): string | undefined =>
  text
    ?.replaceAll(/\[([^[\]]{1,300})\]\([^()]{0,300}\)/gu, '$1')
    .replaceAll(/[*_`"“”]/gu, '')
    .trim();

const key = (text: string): string =>
  text.toLowerCase().replaceAll(/^(?:option|alternative) \w{1,2}\W+|[^\p{L}\p{N}]/giu, '');

const isSame = (a: string, b: string): boolean => {
  const [one, other] = [key(a), key(b)];
  return (
    one === other || (one.length > 3 && other.startsWith(one)) || (other.length > 3 && one.startsWith(other))
  );
};

function reasonsOf(option: string, parts: readonly Part[], listed: readonly string[]): string {
  const part = parts.find(({ heading, depth }) => depth >= 3 && isSame(nameOf(heading), option));
  if (part) return part.text.trim().slice(0, 2_000);
  const line = listed.find((each) => isSame(nameOf(each), option));
  return line === undefined || nameOf(line) === plain(line) ? '' : (plain(line) ?? '');
}

/** `[ADR-5](0005-x.md)`, `ADR 5`, `0005`. */
const referencesIn = (text: string, pattern: RegExp): string[] => [
  ...new Set(
    Array.from(text.matchAll(pattern), ([, named = '']) => named).flatMap((named) => {
      const links = Array.from(
        named.matchAll(/\]\(([^()\]]{1,300})\)/gu),
        ([, link = '']) => link.split('/').at(-1) ?? '',
      );
      return links.length > 0
        ? links
        : Array.from(named.matchAll(/\d{1,5}/gu), ([number]) => number).slice(0, 1);
    }),
  ),
];
