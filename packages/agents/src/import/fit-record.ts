import { LIMITS } from '@memory/contracts';
import { stripRecalled } from '@memory/text/recall';
import type { ForeignMemory } from './source.ts';

/** Characters of a title that others read in a line. */
const TITLE_MAX = 200;
/** Characters of a narrative; what is longer becomes several memories. */
const PART_MAX = 20_000;
/** Parts of a long text that are kept; the rest is a log and no memory. */
const PARTS_MAX = 5;
const LABELS_MAX = 50;

/**
 * A record as the service takes it: within its limits, of well-formed text, without what we once told the tool ourselves.
 * One that is too long comes in parts.
 * @returns none when it says nothing
 */
export function fitRecord(record: ForeignMemory): ForeignMemory[] {
  const narrative = clean(stripRecalled(record.narrative));
  const title = clip(clean(record.title).replace(/\s+/gu, ' '), TITLE_MAX);
  const said = narrative === '' ? title : narrative;
  if (said === '') return [];
  const whole: ForeignMemory = {
    ...record,
    external_id: clip(clean(record.external_id), LIMITS.filePathBytes / 4),
    title: title === '' ? clip(said.replace(/\s+/gu, ' '), 80) : title,
    narrative: said,
    tags: labels(record.tags),
    concepts: labels(record.concepts),
    source_files: labels(record.source_files, 300).slice(0, LABELS_MAX),
    created_at: moment(record.created_at),
    updated_at: moment(record.updated_at),
    author: label(record.author),
    project: label(record.project),
    branch: label(record.branch),
    commit_id: label(record.commit_id),
  };
  const parts = partsOf(said);
  if (parts.length === 1) return [whole];
  return parts.map((part, index) => ({
    ...whole,
    narrative: part,
    ...(index === 0
      ? {}
      : {
          external_id: `${whole.external_id}#${index + 1}`,
          title: `${clip(whole.title, TITLE_MAX - 20)} (part ${index + 1})`,
        }),
  }));
}

/** Without NUL, half surrogates, byte order marks and the white space around. */
const clean = (text: string): string =>
  text.toWellFormed().replaceAll('\u0000', '').replaceAll('\uFEFF', '').trim();

function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text
    .slice(0, max - 1)
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trimEnd()}…`;
}

const labels = (list: readonly string[] | undefined, max: number = LIMITS.labelLength): string[] => [
  ...new Set((list ?? []).map((item) => clean(item)).filter((item) => item !== '' && item.length <= max)),
];

const label = (given: string | null | undefined): string | null => {
  const text = clip(clean(given ?? ''), LIMITS.labelLength);
  return text === '' ? null : text;
};

/** ISO 8601 with its offset, in years of four digits; else unknown. */
function moment(given: string | null | undefined): string | null {
  if (given === null || given === undefined || given === '') return null;
  const date = new Date(given);
  const year = date.getUTCFullYear();
  return Number.isNaN(year) || year < 1 || year > 9_999 ? null : date.toISOString();
}

/** Cut at lines where there are any. */
function partsOf(text: string): string[] {
  if (text.length <= PART_MAX) return [text];
  const parts: string[] = [];
  let rest = text;
  while (rest !== '' && parts.length < PARTS_MAX) {
    const at =
      rest.length <= PART_MAX ? rest.length : Math.max(rest.lastIndexOf('\n', PART_MAX), PART_MAX / 2);
    const part = rest.slice(0, at).toWellFormed().trim();
    if (part !== '') parts.push(part);
    rest = rest.slice(at);
  }
  return parts;
}
