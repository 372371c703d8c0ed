import { bounded, declaredIn, isName, KEYWORDS } from '@memory/text/declared-names';
import { readRegularText } from '@memory/text/strange-files';

export interface EditedNames {
  /** Of what is declared in the text of an edit, or around it, the innermost first. */
  within: string[];
  called: string[];
}

/** A larger file is generated, and nobody edits it by hand. */
const FILE_BYTES_MAX = 1_000_000;
const TEXTS_MAX = 20;
const NAMES_MAX = 8;

/** Names in the part of a file that an edit is about; none where the file or the part cannot be found. */
export function readEditedNames(path: string, texts: readonly string[]): EditedNames {
  // A new file has nothing that anything could be said of.
  const content = readRegularText(path, FILE_BYTES_MAX) ?? '';
  return editedNames(content.includes('\0') ? '' : content, texts);
}

export function editedNames(content: string, texts: readonly string[]): EditedNames {
  const whole = content.replaceAll('\r\n', '\n');
  const lines = whole.split('\n');
  const within = new Set<string>();
  const called = new Set<string>();
  for (const given of texts.slice(0, TEXTS_MAX)) {
    const parts = given.replaceAll('\r\n', '\n').split('\n');
    const text = parts
      .slice(
        Math.max(
          0,
          parts.findIndex((line) => line.trim() !== ''),
        ),
      )
      .join('\n');
    for (const line of text.split('\n')) for (const name of declaredIn(line)) within.add(name);
    for (const name of calledIn(text)) called.add(name);
    const at = placeOf(whole, text);
    if (at !== undefined) for (const name of around(lines, at)) within.add(name);
  }
  for (const name of within) called.delete(name);
  return { within: [...within].slice(0, NAMES_MAX), called: [...called].slice(0, NAMES_MAX) };
}

/** The line on which a text begins; of one that is not there as a whole, its first line that is. */
function placeOf(whole: string, text: string): number | undefined {
  const parts = [text, ...text.split('\n').filter((line) => line.trim().length > 5)];
  const found = parts.filter((part) => part.trim() !== '').map((part) => whole.indexOf(part));
  const at = found.find((place) => place >= 0);
  return at === undefined ? undefined : whole.slice(0, at).split('\n').length - 1;
}

/** Names of what stands around a line, by indentation: all that a hook has the time for, and right for what is formatted. */
function* around(lines: readonly string[], start: number): Generator<string> {
  let first = start;
  while (first < lines.length - 1 && lines[first]?.trim() === '') first += 1;
  let indent = indentOf(lines[first] ?? '');
  let isOpen = false;
  for (let at = start - 1; at >= 0 && (indent > 0 || isOpen); at -= 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const here = indentOf(line);
    if (here > indent || (here === indent && !isOpen)) continue;
    indent = here;
    // Of what is declared over several lines the last closes what the first opens.
    isOpen = /^\s*[)\]}]/u.test(line);
    if (!isOpen) yield* namesOfHeader(line);
  }
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

function namesOfHeader(line: string): string[] {
  const declared = declaredIn(line);
  if (declared.length > 0) return declared.slice(0, 1);
  const [word = ''] = /[A-Za-z_$][\w$]*/u.exec(line) ?? [];
  return KEYWORDS.has(word) ? [] : calledIn(line).slice(0, 1);
}

/** Words that stand before a parenthesis. */
const calledIn = (text: string): string[] =>
  bounded(text)
    .split('(')
    .slice(0, -1)
    .map((part) => part.slice(lastBreak(part) + 1))
    .filter(isName);

function lastBreak(part: string): number {
  let at = part.length - 1;
  while (at >= 0 && /[\w$]/u.test(part[at] ?? '')) at -= 1;
  return at;
}
