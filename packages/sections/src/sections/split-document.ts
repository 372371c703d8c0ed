import { createHash } from 'node:crypto';
import { countCodePoints, truncate } from '../bounds/code-points.ts';
import { lineUnits } from '../markdown/line-units.ts';
import { markdownUnits } from '../markdown/markdown-units.ts';
import type { TextFormat } from '../read-document.ts';
import { excerptOf } from './excerpt-of.ts';
import { contentFraction, pack, type Packable, bundleSegments, segmentsOf, type Segment } from './segment.ts';
import type { Section, Unit } from './section.ts';

/** Longest narrative of a memory, in code points (decision 5). */
const narrativeMax = 100_000;

/** About 1,000 tokens: what the embedding models in use read whole, and little enough to be quoted in an answer. */
const defaultMax = 4000;

/** A section shorter than this, in code points, goes with its neighbours. */
const defaultMin = 200;

export interface SplitOptions {
  /** Form of the text, as `readDocument` returns it. */
  format: TextFormat;
  title?: string;
  /** Longest section in code points, 400 to 100,000; a fence or table longer than it stays whole up to 100,000. */
  maxChars?: number;
}

interface Item extends Packable {
  readonly unit: Unit;
  readonly segment: Segment;
}

/**
 * Cuts a document along its structure: every heading with its text is a section of its own, short ones joined with
 * their neighbours and long ones cut between blocks. Fences and tables are never cut, unless longer than a memory may
 * be: then at line ends, each piece a fence or table by itself. The narratives in order are the whole text but for
 * white space between them and a table of contents, front matter included. The same text always gives the same sections.
 * @returns the sections in order; none for blank text
 */
export function splitDocument(text: string, options: SplitOptions): Section[] {
  const max = Math.min(narrativeMax, Math.max(2 * defaultMin, options.maxChars ?? defaultMax));
  const limits = { max, min: defaultMin, limit: narrativeMax };
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (source.trim() === '') return [];
  const units =
    options.format === 'markdown'
      ? markdownUnits(source, { max, wholeMax: narrativeMax })
      : lineUnits(source, { max, wholeMax: narrativeMax, format: options.format });
  const parts = new Map<Segment, number>();
  const { title: documentTitle, format } = options;
  return bundleSegments(source, segmentsOf(source, units), limits)
    .flatMap((bundle) => pack(itemsOf(source, bundle), limits))
    .filter((items) => {
      const held = items.map(({ unit }) => unit);
      const narrative = narrativeOf(source, held);
      return narrative !== '' && (held.length === units.length || !isContents(narrative));
    })
    .map((items, ordinal) => presentSection({ source, items, ordinal, parts, documentTitle, format }));
}

const LEADS_WITHIN = /^(?:[-*+]|\d{1,3}[.)]) +\[[^\]]*\]\(#[^)]*\)$/u;

/** A table of contents: entries that lead to headings of the page itself, which say it better. */
function isContents(narrative: string): boolean {
  const lines = narrative.split('\n').map((line) => line.trim());
  const entries = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return entries.length > 1 && entries.every((line) => LEADS_WITHIN.test(line));
}

function itemsOf(source: string, bundle: readonly Segment[]): Item[] {
  return bundle.flatMap((segment) =>
    segment.units.map((unit, index) => ({
      unit,
      segment,
      size: unit.size,
      reluctance: reluctanceOf(unit, segment.units[index - 1]),
      hash: contentFraction(source, unit.start, unit.end),
    })),
  );
}

function reluctanceOf(unit: Unit, previous: Unit | undefined): number {
  if (unit.kind === 'heading') return 0;
  if (previous?.kind === 'heading') return Infinity;
  return unit.kind === 'follower' && previous?.kind === 'prose' ? 2 : 1;
}

function presentSection(input: {
  source: string;
  items: readonly Item[];
  ordinal: number;
  /** Parts counted so far of each segment that was cut. */
  parts: Map<Segment, number>;
  documentTitle: string | undefined;
  format: TextFormat;
}): Section {
  const { source, items, ordinal, parts, documentTitle, format } = input;
  const held = [...new Set(items.map(({ segment }) => segment))];
  const first = held[0];
  if (!first) throw new Error('A pack holds at least one unit.');
  const continues = items[0]?.unit !== first.units[0];
  // The section is named after the first segment long enough to have been one alone.
  const host = continues ? first : (held.find((segment) => segment.size >= defaultMin) ?? first);
  const part = continues ? (parts.get(first) ?? 1) + 1 : 1;
  if (continues) parts.set(first, part);

  const units = items.map(({ unit }) => unit);
  const narrative = narrativeOf(source, units);
  const joined = held.filter((segment) => segment !== host && !isAncestor(segment, host));
  const title = sectionTitle({
    documentTitle,
    path: host.path,
    joined: joined.flatMap((segment) => segment.path.slice(-1)),
    narrative,
    format,
    continues,
  });
  const body = units
    .filter((unit) => unit.kind !== 'heading')
    .map((unit) => source.slice(unit.start, unit.end));
  return {
    key: part === 1 ? host.key : `${host.key}#${part}`,
    headingPath: host.path,
    title,
    narrative,
    ordinal,
    contentHash: `${digest(`${title}\n${narrative}`)}-${digest(body.join('').trim() || narrative)}`,
  };
}

/** The source from the first unit to the last, without blank lines before and white space behind. */
function narrativeOf(source: string, units: readonly Unit[]): string {
  const first = units[0];
  const last = units.at(-1);
  if (!first || !last) return '';
  const text = source.slice(first.start, last.end).replace(/^(?:[^\S\n]*\n)+/, '');
  const whole = `${first.open ?? ''}${last.close && !text.endsWith('\n') ? `${text}\n` : text}${last.close ?? ''}`;
  return whole.trim() === '' ? '' : whole.trimEnd();
}

function isAncestor(segment: Segment, of: Segment): boolean {
  return of.key.startsWith(`${segment.key}/`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

const titleMax = 500;
const separator = ' › ';

/**
 * Title of a section: the document and the headings it stands under, then the further headings it holds, and for text
 * that begins under no heading of its own the words it begins with. No numbers of parts: they would change, and with
 * them every title, when something is inserted before.
 */
function sectionTitle(input: {
  documentTitle: string | undefined;
  path: readonly string[];
  /** Headings of short sections joined to this one. */
  joined: readonly string[];
  narrative: string;
  format: TextFormat;
  /** Whether the section begins inside the text of its heading. */
  continues: boolean;
}): string {
  const outer = input.documentTitle?.replaceAll(/\s+/g, ' ').trim();
  const steps = input.path.filter((step) => step !== '');
  if (outer && lettersOf(steps[0] ?? '') !== lettersOf(outer)) steps.unshift(outer);
  // The heading that the document is called after says nothing more.
  const isNamed = (heading: string) => steps.length === 1 && lettersOf(heading) === lettersOf(steps[0] ?? '');
  const joined = input.joined.filter((heading) => heading !== '' && !isNamed(heading));
  if (joined.length > 0) steps.push([...steps.splice(steps.length - 1, 1), ...joined].join(', '));
  const excerpt = input.continues || steps.length === 0 ? excerptOf(input.narrative, input.format) : '';
  if (excerpt) steps.push(excerpt);
  return shorten(steps) || 'Untitled';
}

/** A title page may set it with other marks than the properties of a document do. */
const lettersOf = (text: string): string =>
  text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') || text.toLowerCase();

/** Leaves out outer headings, from the second on, until the title fits; the innermost tell most. */
function shorten(steps: string[]): string {
  const shown = [...steps];
  while (shown.length > 2 && countCodePoints(shown.join(separator)) > titleMax) shown.splice(1, 1);
  return truncate(shown.join(separator), titleMax);
}
