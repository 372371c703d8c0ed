import type { AnchorSymbol } from './anchor.ts';

type Judged = Pick<AnchorSymbol, 'path' | 'signatureHash' | 'bodyHash' | 'value'>;

/** All numbers are of one type, so that `5.0` is `5`. */
const ONE_NUMBER = /\.(?:[cm]?[jt]sx?|jsonc?|json5|vue|svelte)$/iu;
/** Text in quotes is a character, a name of a column, or means more by its quotes. */
const QUOTES_DIFFER = /\.(?:[ch]|cc|cpp|cxx|hh|hpp|cs|java|kts?|scala|rs|go|sql|sh|bash|rb)$/iu;
/** Values are texts. */
const TEXTS = /\.env\b|Dockerfile|\.properties$/iu;
const WHOLE = /^0[xob][\da-f_]{1,20}$/iu;
const DECIMAL = /^\d[\d_.]*(?:e[+-]?\d+)?/iu;
const TYPE = /^(?:[a-z]\w{0,5})?$/iu;
/** In octal of old, `010` is eight. */
const OCTAL = /^0[\d_]/u;
const COUNTED = /\biota\b|\bauto\(\)/u;
/** A number of more is rounded. */
const DIGITS_MAX = 15;

/** Whether two symbols of one place do the same, by their hashes or as values that are only written in another way. */
export const isUnchanged = (before: Judged, now: Judged): boolean =>
  before.signatureHash === now.signatureHash &&
  (isSameValue(before.value, now) ||
    (before.bodyHash === now.bodyHash &&
      // A member of an enumeration has one by its place alone, and was kept without, or as it is written.
      (before.value === null ||
        now.value === null ||
        withoutSpace(before.value) === withoutSpace(now.value) ||
        COUNTED.test(before.value))));

/** Of one body, the words of which are the same. */
const withoutSpace = (value: string): string => value.replaceAll(/\s/gu, '');

/** Whether a symbol's value is another way to write one: `1_024` for `1024`, `9 * 60` for `540`, quotes of the other kind. */
export function isSameValue(
  before: string | null,
  { value: now, path }: Pick<Judged, 'path' | 'value'>,
): boolean {
  if (before === null || now === null || TEXTS.test(path)) return false;
  const number = product(before, path);
  if (number !== undefined) return number === product(now, path);
  const text = before === now || QUOTES_DIFFER.test(path) ? undefined : unquoted(before);
  return text !== undefined && text === unquoted(now);
}

/** A number, or a product of numbers, with the type that it is written in. */
function product(text: string, path: string): string | undefined {
  const types = new Set<string>();
  let all = 1;
  for (const written of text.split('*')) {
    const factor = written.trim();
    const [sign] = /^[+-]/u.exec(factor) ?? [''];
    const number = factor.slice(sign.length);
    const isWhole = WHOLE.test(number);
    const [value = ''] = isWhole ? [number] : (DECIMAL.exec(number) ?? []);
    const type = number.slice(value.length);
    const digits = value.replaceAll('_', '');
    if (digits === '' || !TYPE.test(type) || OCTAL.test(number)) return undefined;
    if (!isWhole && digits.length > DIGITS_MAX) return undefined;
    types.add(!isWhole && /[.e]/iu.test(digits) && !ONE_NUMBER.test(path) ? `float ${type}` : type);
    all *= Number(digits) * (sign === '-' ? -1 : 1);
  }
  // Also not a number, as `0b5` is.
  return types.size === 1 && Math.abs(all) < 10 ** DIGITS_MAX ? `${all} ${[...types].join('')}` : undefined;
}

export function unquoted(text: string): string | undefined {
  return text.length > 1 && text[0] === text.at(-1) && /^["'][^"'\\$`]*["']$/u.test(text)
    ? text.slice(1, -1)
    : undefined;
}
