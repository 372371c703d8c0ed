/** Length of a string in Unicode code points, the unit of every limit of the service (decision 5). */
export function countCodePoints(text: string, start = 0, end: number = text.length): number {
  let pairs = 0;
  for (let index = start; index + 1 < end; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      pairs++;
      index++;
    }
  }
  return end - start - pairs;
}

export function takeCodePoints(text: string, count: number): string {
  return text.length <= count
    ? text
    : Array.from(text.slice(0, count * 2))
        .slice(0, count)
        .join('');
}

/** The string, or as many of its first code points as leave room for an ellipsis within `limit`. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit || countCodePoints(text) <= limit) return text;
  return `${takeCodePoints(text, limit - 1).trimEnd()}…`;
}
