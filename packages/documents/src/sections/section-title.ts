import { countCodePoints, truncate } from '../bounds/code-points.ts';

const titleMax = 500;
const excerptMax = 80;
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
  const excerpt = input.continues || steps.length === 0 ? excerptOf(input.narrative) : '';
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

/** The first words of a text, without marks at their front. */
function excerptOf(text: string): string {
  for (const line of text.slice(0, 4000).split('\n')) {
    const words = withoutLeader(
      cellsOf(withoutDirective(line))
        .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
        // Links and pictures are what they show.
        .replaceAll(/!?\[{1,2}([^[\]]*)\]{1,2}\([^()]*\)/g, '$1')
        .replaceAll(/\*{1,3}([^*\s][^*]*)\*{1,3}/g, '$1')
        .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')
        // Entries of AsciiDoc's index.
        .replaceAll(/\(\(\([^()]*\)\)\)/g, '')
        .replace(/^[\s>#*+|:=~`-]+/, '')
        // The first of two may be among these.
        .replaceAll('`', '')
        .trim(),
    );
    // The line that opens a fence names a language, not a subject.
    if (/[\p{L}\p{N}]/u.test(words) && !/^\s*(?:>\s*)*(?:`{3,}|~{3,})/.test(line))
      return truncate(words, excerptMax);
  }
  return '';
}

/** A line of reStructuredText without the directive it begins with; nothing of one that opens code or names a file, nor of a label. */
function withoutDirective(line: string): string {
  if (line.trimStart().startsWith('.. _')) return '';
  const [opening = '', name = ''] = /^ *\.\. ([\w-]+)::/u.exec(line) ?? [];
  if (opening === '') return line;
  return namesNothing.test(name) ? '' : line.slice(opening.length);
}

const namesNothing =
  /^(?:code|code-block|sourcecode|highlight|literalinclude|include|image|figure|toctree|contents|parsed-literal)$/u;

/** A row of a table as a list of what its cells say, without the spaces that align them. */
const cellsOf = (line: string): string =>
  line.startsWith('|')
    ? line
        .split('|')
        .map((cell) => cell.trim())
        .filter((cell) => cell !== '')
        .join(', ')
    : line;

/** Without the dots that lead to a number of a page. */
function withoutLeader(line: string): string {
  const at = line.search(/(?:\s?\.){4}/);
  return at > 0 && /^[\s.]*\d*$/.test(line.slice(at)) ? line.slice(0, at) : line;
}
