/** A longer value says nothing at a glance. */
const LENGTH_MAX = 120;

/** A value on one line as it is shown; undefined where it is too long for that. */
export function valueText(text: string): string | undefined {
  if (text.length > 4 * LENGTH_MAX) return undefined;
  const line = text.replaceAll('\0', ' ').toWellFormed().replaceAll(/\s+/g, ' ').trim();
  return line === '' || Array.from(line).length > LENGTH_MAX ? undefined : line;
}
