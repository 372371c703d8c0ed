/**
 * Text on one line, white space collapsed, cut to `lengthMax` code points with an ellipsis.
 * NUL and lone surrogates are replaced, since the service refuses both.
 */
export function boundedText(text: string, lengthMax: number): string {
  // Four times the length leaves room for indentation and spares collapsing a body of megabytes.
  const line = text
    .slice(0, lengthMax * 4)
    .replaceAll('\0', ' ')
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .trim();
  const points = Array.from(line);
  return points.length <= lengthMax ? line : `${points.slice(0, lengthMax - 1).join('')}…`;
}
