import { redactSecrets, withoutPrivateParts } from '@memory/redact';
import { stripRecalled } from '@memory/text/recall';

/** A secret that lies across the place where a long text is cut would be half a secret, which nobody knows for one. */
const BORDER = 4_096;

/**
 * A text as it may be kept: without secrets, private parts and what we injected, and of a long one the beginning and the
 * end. Redaction takes some 1 ms for 1,000 characters, so that only what is kept is looked through, and a border, which
 * is thrown away.
 * @param max characters kept
 */
export function cleanText(text: string, max: number): string {
  // Both may be longer than what is kept of them, so that they are looked for in all of it.
  const stripped = stripRecalled(withoutPrivateParts(text));
  if (stripped.length <= max + 2 * BORDER) return clipped(redacted(wellFormed(stripped)), max);
  const tailMax = Math.floor(max / 3);
  const headMax = max - tailMax;
  const head = redacted(wellFormed(stripped.slice(0, headMax + BORDER)));
  const tail = redacted(wellFormed(stripped.slice(-(tailMax + BORDER))));
  return joined(
    head.slice(0, Math.min(headMax, Math.max(0, head.length - BORDER))),
    tail.slice(Math.max(BORDER, tail.length - tailMax)),
  );
}

/** Parts marked private leave no trace; what was secret says so. */
const redacted = (text: string): string =>
  redactSecrets(redactPatch(text)).text.replaceAll('[redacted:private]', '').trim();

function clipped(text: string, max: number): string {
  if (text.length <= max) return text;
  const tailMax = Math.floor(max / 3);
  return joined(text.slice(0, max - tailMax), text.slice(-tailMax));
}

const joined = (head: string, tail: string): string => wellFormed(`${head}\n…\n${tail}`);

/** PostgreSQL keeps no NUL, and half a surrogate pair has no UTF-8. */
const wellFormed = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/**
 * Replaces secrets in the lines of a patch as they stand in the file: behind a mark neither a line that begins with a name
 * nor a block below one is known for what it is.
 */
function redactPatch(text: string): string {
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
