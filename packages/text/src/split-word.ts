// Scripts written without spaces between words, and Hangul, whose particles stick to the word.
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const unspaced = new RegExp(`^[${UNSPACED}]`, 'u');
const runs = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
const NEEDS_NO_SPLIT = /^(?:[A-Za-z]?[a-z0-9]*|[A-Z0-9]+)$/;
const CAMEL_CASE = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Whether a word begins in a script that is cut into character bigrams. */
export function isUnspaced(word: string): boolean {
  return unspaced.test(word);
}

/**
 * The identifiers of a word, each as its parts: `src/user_service.getById` is `[[src], [user, service], [get, By, Id]]`.
 * Runs of a script without spaces become parts of two characters (or of the only one).
 */
export function splitWord(word: string): string[][] {
  if (NEEDS_NO_SPLIT.test(word)) return [[word]];
  return word.split(/[./:]/).map((identifier) => identifier.split(/[_-]/).flatMap(splitCamelCase));
}

function splitCamelCase(piece: string): string[] {
  return piece.split(CAMEL_CASE).flatMap((part) => part.match(runs)?.flatMap(bigrams) ?? []);
}

function bigrams(run: string): string[] {
  if (!isUnspaced(run)) return [run];
  const characters = Array.from(run);
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`);
}
