import { redactSecrets } from '@memory/redact';

/**
 * Replaces secrets in the lines of a patch as they stand in the file: behind a mark neither a line that begins with a name
 * nor a block below one is known for what it is.
 */
export function redactPatch(text: string): string {
  if (!/^[+-]/mu.test(text)) return text;
  const runs: string[][] = [];
  for (const line of text.split('\n')) {
    const run = runs.at(-1);
    if (run && markOf(run[0] ?? '') === markOf(line)) run.push(line);
    else runs.push([line]);
  }
  return runs.map(redactRun).join('\n');
}

const markOf = (line: string): string => /^[+-]/u.exec(line)?.[0] ?? '';

/** Lines of one mark, which some write with a blank behind it. */
function redactRun(run: readonly string[]): string {
  const mark = markOf(run[0] ?? '');
  const text = run.join('\n');
  if (mark === '') return text;
  const lead = run.every((line) => line === mark || line.startsWith(`${mark} `)) ? `${mark} ` : mark;
  const plain = run.map((line) => line.slice(lead.length)).join('\n');
  const { text: kept } = redactSecrets(plain);
  return kept === plain
    ? text
    : kept
        .split('\n')
        .map((line) => lead + line)
        .join('\n');
}
