import { isAbsolute, relative, resolve, sep } from 'node:path';
import { redactSecrets, withoutPrivateParts } from '@memory/redact';
import { isOurTool, stripRecalled } from '@memory/text/recall';
import type { HostId } from '../host/host-table.ts';
import type { Reading } from '../host/host.ts';
import type { Project } from '../project/find-project.ts';
import { type CapturedEvent, momentIds, type MomentIds } from './captured-event.ts';
import type { Privacy } from './privacy.ts';

/** Characters kept. The service takes 10,000 an observation; of a command's output the beginning and the end tell most. */
const TEXT_MAX = 8_000;
const OUTPUT_MAX = 4_000;
const FILES_MAX = 20;

/** Tell something by having happened. */
const LIFE: ReadonlySet<string> = new Set(['session_start', 'session_end', 'compaction']);

interface Circumstances {
  host: HostId;
  session: string;
  project: Project;
  privacy: Privacy;
  at: Date;
  /** Milliseconds of a clock that nobody sets. */
  monotonicMs: number;
}

export interface Captured {
  event: CapturedEvent;
  twins: Pick<MomentIds, 'twin' | 'laterTwin'>;
}

/** The kept form of an event; undefined where nothing is kept, or nothing may be. */
export function toEvent(
  { kind, text = '', output, exitCode, tool, files = [], call, turn }: Reading,
  { host, session, project, privacy, at, monotonicMs }: Circumstances,
): Captured | undefined {
  if (kind === undefined || privacy.isPrivate || isOurTool(tool ?? null)) return undefined;
  const named = files.filter((file) => !privacy.isExcluded(file));
  // Of several files only a patch says which part is whose.
  const isMixed =
    named.length > 0 && named.length < files.length && /^\*\*\* (?:Add|Update|Delete) File: /mu.test(text);
  if (named.length < files.length && !isMixed) return undefined;
  const allowed = isMixed ? privacy.withoutExcluded(text) : text;
  const kept = isMixed ? named.filter((file) => allowed.includes(` File: ${file}`)) : named;
  if (tool !== undefined && privacy.namesExcluded(allowed)) return undefined;
  const said = cleanText(allowed, TEXT_MAX);
  const printed = output === undefined ? '' : cleanText(privacy.withoutExcluded(output), OUTPUT_MAX);
  if (said === '' && files.length === 0 && printed === '' && !LIFE.has(kind)) return undefined;
  const content = [tool ?? '', said, printed, ...kept].join('\n');
  const { id, ...twins } = momentIds({ session, what: kind, call, turn, content, monotonicMs });
  return {
    event: {
      id,
      at: at.toISOString(),
      host,
      session,
      kind,
      text: said,
      ...(printed === '' ? {} : { output: printed }),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(tool === undefined ? {} : { tool: tool.slice(0, 255) }),
      ...(kept.length === 0
        ? {}
        : { files: kept.slice(0, FILES_MAX).map((file) => pathInProject(file, project)) }),
      ...placeOf(project),
    },
    twins,
  };
}

export const placeOf = ({ label, branch, origin, author }: Project) => ({
  project: label.slice(0, 255).toWellFormed(),
  branch: branch.slice(0, 255).toWellFormed(),
  ...(origin === undefined ? {} : { origin }),
  ...(author === undefined ? {} : { author }),
});

/** The path that others see too: relative to the project, and without a user's folders where the file lies elsewhere. */
export function pathInProject(file: string, { root }: Pick<Project, 'root'>): string {
  const way = relative(root, resolve(root, file));
  if (way !== '' && !way.startsWith('..') && !isAbsolute(way)) return way.split(sep).join('/').slice(0, 300);
  return `…/${file.split(/[/\\]/u).slice(-2).join('/')}`.slice(0, 300);
}

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
