const quote = 0x22;
const backslash = 0x5c;
/** Each begins a value, or comes before one. */
const beginsValue: ReadonlySet<number> = new Set(['[', '{', ',', ':'].map((mark) => mark.charCodeAt(0)));

/** Whether a text, if it is JSON, holds more than `max` values, names and lists among them. It is told without parsing it. */
export function hasMoreValues(json: string, max: number): boolean {
  let count = 0;
  let isInText = false;
  for (let place = 0; place < json.length; place += 1) {
    const code = json.charCodeAt(place);
    if (isInText) {
      if (code === backslash) place += 1;
      else if (code === quote) isInText = false;
    } else if (code === quote) isInText = true;
    else if (beginsValue.has(code) && ++count > max) return true;
  }
  return false;
}
