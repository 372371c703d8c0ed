const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const codesOf = (...marks: string[]): ReadonlySet<number> => new Set(marks.map((mark) => mark.charCodeAt(0)));
const OPENS = codesOf('[', '{');
const CLOSES = codesOf(']', '}');
/** Each comes before a value. */
const SEPARATES = codesOf(',', ':');

/**
 * Whether a text, if it is JSON, holds more values than `values`, names and lists among them, or nests them deeper than
 * `levels`. It is told without parsing it.
 */
export function jsonExcess(
  json: string,
  { values, levels }: { values: number; levels: number },
): 'values' | 'levels' | undefined {
  let count = 0;
  let depth = 0;
  let isInText = false;
  for (let place = 0; place < json.length; place += 1) {
    const code = json.charCodeAt(place);
    if (isInText) {
      if (code === BACKSLASH) place += 1;
      else if (code === QUOTE) isInText = false;
      continue;
    }
    if (code === QUOTE) isInText = true;
    else if (CLOSES.has(code)) depth -= 1;
    else if (OPENS.has(code)) {
      depth += 1;
      if (depth > levels) return 'levels';
    }
    if ((OPENS.has(code) || SEPARATES.has(code)) && ++count > values) return 'values';
  }
  return undefined;
}
