import { isAbsolute, relative, resolve, sep } from 'node:path';
import { isOurTool } from '@memory/text/recall';
import type { HostId } from '../host/host-table.ts';
import type { Reading } from '../host/host.ts';
import type { Project } from '../project/find-project.ts';
import { type CapturedEvent, momentIds, type MomentIds } from './captured-event.ts';
import { cleanText } from './clean-text.ts';
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

/** The place of every event. */
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
