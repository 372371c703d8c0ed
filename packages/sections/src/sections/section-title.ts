import { countCodePoints, truncate } from '../bounds/code-points.ts';
import type { TextFormat } from '../read-document.ts';
import { excerptOf } from './excerpt-of.ts';

const titleMax = 500;
const separator = ' › ';

/**
 * Title of a section: the document and the headings it stands under, then the further headings it holds, and for text
 * that begins under no heading of its own the words it begins with. No numbers of parts: they would change, and with
 * them every title, when something is inserted before.
 */
export function sectionTitle(input: {
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
