/** A page that its author has not named is called after its file by what wrote it. */
const fileName = /^[\w.-]+\.(?:html?|xhtml|php)$/i;

/** What stands between the name of a page and that of its site: `Vec | Zoo`, `Vec — Zoo 3 documentation`, `Vec :: Zoo`. */
const separators = / (?:[|·•»–—-]|::) /gu;

/**
 * What a page is called: of its title the part that its own heading repeats, since the rest names the site.
 * @param headings as they are shown; empty where there is none
 */
export function pageTitle(title: string, { first, second }: { first: string; second: string }): string {
  const isNamed = title !== '' && !fileName.test(title);
  // Where the site's name is the top heading, outside of what the page says.
  if (first === '' && second !== '' && isFirstPart(title, second)) return second;
  if (!isNamed || first === '') return isNamed ? title : first;
  if (title.toLowerCase().includes(first.toLowerCase())) return first;
  const last = [...title.matchAll(separators)].at(-1);
  if (!last) return title;
  const [own, site] = [title.slice(0, last.index), title.slice(last.index + last[0].length)];
  // `Vec - Rust` under `Struct Vec`, and `Vec in std::vec - Rust`, where the name stands last in the heading.
  if (holds(first, own)) return first;
  const name = wordsOf(first).split(' ').at(-1) ?? '';
  return holds(own, name) && !holds(site, name) ? own : title;
}

/** `Process | Node.js`: what the page is called, and the site behind it. */
function isFirstPart(title: string, part: string): boolean {
  const rest = title.slice(part.length);
  return title.toLowerCase().startsWith(part.toLowerCase()) && /^ [|·–—-] /u.test(rest);
}

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim();

/** Whether these words stand in a text, whole and next to each other. */
const holds = (text: string, part: string): boolean =>
  wordsOf(part) !== '' && ` ${wordsOf(text)} `.includes(` ${wordsOf(part)} `);
