/** Deeper than any host's payload: some hold a tool's answer, which holds JSON of its own. */
const DEPTH_MAX = 1_000;

/** Whether lists and objects of a JSON text lie in each other so deeply that to parse it takes seconds: 9 s for 16 MB of brackets. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1)
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case '[':
      case '{':
        depth += 1;
        if (depth > DEPTH_MAX) return true;
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      default:
    }
  return false;
}

/** The quote that ends what one begins; the end of the text where none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
