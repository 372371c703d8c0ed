import { findAssignments, findNamedValues } from './find/assignments.ts';
import { findInColumns, findInFiles } from './find/files.ts';
import { findCommands, findOnTheWeb } from './find/web.ts';
import { findNumbers, findStatements } from './find/statements.ts';
import { findPrivateKeys, findRandomWords, findTokens } from './find/tokens.ts';
import { asRead, asWritten } from './reading.ts';
import { placeholder, type Finding, type Redaction } from './values.ts';

const TAG = /<(\/?)private(\s[^<>]*)?>/gi;

/** Stands before a type's argument (`Local<Private>`) or a mention in code marks, and not before a part. */
const MENTION = /(?:^|[^\\])[\w.`]$/;

/**
 * Finds `<private>…</private>` parts. Parts nest; one that is never closed runs to the end of the text, since what
 * was cut off is more likely its end than its beginning. A closing tag without an opening one is left as it is, and so is
 * what holds words and no attributes and is never closed: `<private IP of the host>` stands for something to fill in.
 */
function findPrivateParts(text: string): Finding[] {
  const open: { start: number; isTag: boolean }[] = [];
  const parts: Finding[] = [];
  for (const { 0: tag, 1: slash, 2: within = '', index } of text.matchAll(TAG)) {
    if (slash !== '/') open.push({ start: index, isTag: within.trim() === '' || within.includes('=') });
    else {
      const last = open.pop();
      if (last) parts.push({ start: last.start, end: index + tag.length, kind: 'private' });
    }
  }
  const cutOff = open.find(
    ({ start, isTag }) => isTag && !MENTION.test(text.slice(Math.max(0, start - 2), start)),
  );
  if (cutOff) parts.push({ start: cutOff.start, end: text.length, kind: 'private' });
  return parts;
}

export function withoutPrivateParts(text: string): string {
  if (!/<private/i.test(text)) return text;
  let rest = '';
  let from = 0;
  for (const { start, end } of findPrivateParts(text).toSorted((a, b) => a.start - b.start)) {
    rest += text.slice(from, Math.max(from, start));
    from = Math.max(from, end);
  }
  return rest + text.slice(from);
}

type Finder = (text: string) => Finding[];

// From the widest to the narrowest, these two before the others, so that a secret inside another counts once.
/** Of what has a beginning and an end, however far they are apart. */
const FINDERS_OF_PARTS: readonly Finder[] = [findPrivateParts, findPrivateKeys];
const FINDERS: readonly Finder[] = [
  findInFiles,
  findTokens,
  findOnTheWeb,
  findCommands,
  findNamedValues,
  findAssignments,
  findStatements,
  findInColumns,
  findNumbers,
  findRandomWords,
];

const PASSES_MAX = 4;

/**
 * Replaces secrets by `[redacted:<kind>]`: `<private>` parts, private keys, passwords in addresses and connection strings,
 * well-known tokens, credentials in headers, commands, tables and files of credentials, values assigned to names such as
 * `PASSWORD`, numbers of cards and accounts; as they are written, and as they are read where marks stand in them or lines were
 * printed by another program. Redacting twice changes nothing, and the time is linear in the length. It goes by known forms: a
 * secret that looks like an ordinary word, in a place that does not name it, is not found.
 */
export function redactSecrets(text: string): Redaction {
  let redacted = text;
  const kinds: string[] = [];
  // The text before a secret may have hidden the next one; only a text that held one is read again.
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const before = kinds.length;
    // The written form shows but the beginning of a secret that a mark interrupts, so it comes second.
    for (const read of [asRead, asWritten]) {
      const reading = read(redacted);
      if (!reading) continue;
      let rest = '';
      let readUpTo = 0;
      for (const finding of findIn(reading.text)) {
        const { start, end } = reading.locate(finding.start, finding.end);
        rest += redacted.slice(readUpTo, start) + placeholder(finding.kind);
        readUpTo = end;
        kinds.push(finding.kind);
      }
      redacted = rest + redacted.slice(readUpTo);
    }
    if (kinds.length === before) break;
  }
  return { text: redacted, kinds };
}

/**
 * Characters that are looked at in one go, and those that are seen around them: expressions over one word of several million
 * run out of the stack.
 */
const WINDOW = 1_000_000;
const AROUND = 65_536;

function* found(text: string): Generator<Finding & { rank: number }> {
  for (const [place, find] of FINDERS_OF_PARTS.entries())
    for (const finding of find(text)) yield { ...finding, rank: place - FINDERS_OF_PARTS.length };
  for (let from = 0; from < text.length; from += WINDOW) {
    const start = Math.max(0, from - AROUND);
    const seen = text.slice(start, from + WINDOW + AROUND);
    for (const [rank, find] of FINDERS.entries())
      for (const { kind, ...at } of find(seen)) {
        const finding = { kind, rank, start: at.start + start, end: at.end + start };
        if (finding.start >= from && finding.start < from + WINDOW) yield finding;
      }
  }
}

/** In order; what overlaps is one, of the kind that the first of the finders gives it. */
function findIn(text: string): Finding[] {
  const all = [...found(text)];
  const joined: typeof all = [];
  for (const finding of all.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && finding.start < last.end) {
      last.end = Math.max(last.end, finding.end);
      if (finding.rank < last.rank) Object.assign(last, { kind: finding.kind, rank: finding.rank });
    } else if (finding.end > finding.start) joined.push(finding);
  }
  return joined;
}
