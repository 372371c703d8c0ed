/** Where the part of one file begins: of a patch, of what Git or `diff` prints, of `head` and `tail` over several files. */
const PART =
  /(?<=\n)(?=\*\*\* (?:Add|Update|Delete) File: |diff --git |--- [^\n]*\n\+\+\+ |==> [^\n]* <==(?:\n|$))/u;
const HEADER = /^(?:\*\*\* (?:Add|Update|Delete) File:|\*\*\* Move to:|diff --git|---|\+\+\+|==>) (.+)$/gmu;
/** As searches print below the name of a file. */
const NUMBERED = /^(?:\d{1,9}[:-]|--$)/u;

/** A text as it may be kept where it tells of several files: without the parts and lines of those that are excluded. */
export function withoutExcluded(text: string, isExcluded: (file: string) => boolean): string {
  const known = new Map<string, boolean>();
  const isKept = (file: string): boolean => {
    const path = file.replace(/^[ab]\//u, '');
    if (!known.has(path)) known.set(path, path === '' || !isExcluded(path));
    return known.get(path) ?? false;
  };
  return text
    .split(PART)
    .filter((part) =>
      Array.from(part.matchAll(HEADER), ([, names = '']) => [names.trim(), ...names.split(/\s+/u)])
        .flat()
        .every(isKept),
    )
    .map((part) => keptLines(part, isKept))
    .join('');
}

function keptLines(text: string, isKept: (file: string) => boolean): string {
  let isBelow = false;
  return text
    .split('\n')
    .filter((line) => {
      const whole = line.trim();
      if (!isKept(whole)) {
        isBelow = true;
        return false;
      }
      isBelow &&= NUMBERED.test(line);
      return !isBelow && namesIn(line).every(isKept);
    })
    .join('\n');
}

/** What looks like a path, and the name with which a search begins its lines; other words are words. */
const namesIn = (line: string): string[] =>
  line
    .slice(0, 2_000)
    .split(/[\s"'`=:;|&<>(),]+/u)
    .filter((word, place) => /[/\\.]/u.test(word) || (place === 0 && line.startsWith(`${word}:`)));
