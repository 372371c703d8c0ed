/** Why something of a tree is not indexed. */
export type SkipReason =
  /** More than FILE_BYTES_MAX. */
  | 'too_large'
  | 'binary'
  /** Made by a program to be small: names and lines say nothing. */
  | 'minified'
  /** Links are not followed: what they point at is indexed where it stands, or lies outside of the tree. */
  | 'symlink'
  /** A folder of dependencies or build output which no ignore file names; `!folder/` in one lets it in. */
  | 'ignored_by_default'
  | 'unreadable'
  /** Not UTF-8, so that no path leads to it. */
  | 'unreadable_name'
  /** The parser gave up on it. */
  | 'unparsable';

/** Parsing this much takes two seconds; people write files of a megabyte and more, programs larger ones. */
export const FILE_BYTES_MAX = 4_000_000;

const minifiedName = /[.-]min\.[cm]?[jt]sx?$|\.bundle\.[cm]?js$|-bundle\.[cm]?js$/i;
const NEWLINE = 10;
const longLine = 1_000;
const minifiedBytesMin = 5_000;
/** Of a line in the mean: generated types have a few long lines among thousands. */
const meanLine = 300;

/** Whether a file's name already says that a program wrote it. */
export function isMinifiedName(filePath: string): boolean {
  return minifiedName.test(filePath);
}

/**
 * Whether most of a source stands in lines longer than people write, and these are not a few among many. By its bytes: to decode them
 * takes longer than all else that is done with a file that is not read.
 */
export function isMinified(source: Buffer): boolean {
  if (source.length < minifiedBytesMin) return false;
  let [inLongLines, lines] = [0, 0];
  for (let start = 0; start < source.length;) {
    const end = source.indexOf(NEWLINE, start);
    const length = (end < 0 ? source.length : end) - start;
    if (length > longLine) inLongLines += length;
    lines += 1;
    start += length + 1;
  }
  return inLongLines > source.length / 2 && source.length > meanLine * lines;
}
