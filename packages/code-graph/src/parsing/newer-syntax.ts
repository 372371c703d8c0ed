/** Lines that end here may go on with type arguments only on the same line. */
const typeEnd = /[\w)\]>'"}]$/;

/**
 * The same source, character for character in its place, in the syntax that the TypeScript grammar knows: what it lacks is
 * `export type *`, a call signature after another without a semicolon, and the type of a module among type arguments.
 */
export function withoutNewerSyntax(source: string): string {
  const plain = source
    .replaceAll('export type *', 'export      *')
    .split('typeof import(')
    .map((part, at) => (at === 0 ? part : withoutSpecifier(part)))
    .join('any           ');
  let isAfterType = false;
  let isComment = false;
  const lines = plain.split('\n').map((line) => {
    const trimmed = line.trim();
    if (trimmed.startsWith('/*')) isComment = true;
    const isPassed = isComment || trimmed === '' || trimmed.startsWith('//');
    if (trimmed.endsWith('*/')) isComment = false;
    if (isPassed) return line;
    const separated = isAfterType && /^\s+</.test(line) ? line.replace(/\s</, ';<') : line;
    isAfterType = typeEnd.test(trimmed);
    return separated;
  });
  return lines.join('\n');
}

/** Without what stands before the closing parenthesis. */
function withoutSpecifier(part: string): string {
  const end = part.indexOf(')') + 1;
  return ' '.repeat(end) + part.slice(end);
}
