import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../home/find-home.ts';
import type { CapturedEvent } from '../capture/captured-event.ts';
import type { ToldMemory } from './session-folder.ts';

/** Sessions that a memory was told to, without a trace of use in any, after which it is told no more. */
const SILENT_AFTER = 5;

/** What is older is forgotten, so that silence ends too. */
const BYTES_MAX = 256 * 1_024;

interface Line {
  ref: string;
  session: string;
  e: 'told' | 'used';
}

const fileOf = ({ state }: Home, project: string): string => join(state, 'recalled', `${project}.jsonl`);

/** Notes that memories were told to a session, or showed themselves of use in it. */
export function noteUsage(home: Home, project: string, lines: readonly Line[]): void {
  if (lines.length === 0) return;
  const path = fileOf(home, project);
  mkdirSync(join(home.state, 'recalled'), { recursive: true, mode: 0o700 });
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > BYTES_MAX) renameSync(path, `${path}.1`);
  appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
}

/** Memories that were told often and never used: they are no longer told beyond the block. */
export function silentMemories(home: Home, project: string): Set<string> {
  const sessions = new Map<string, Set<string>>();
  const used = new Set<string>();
  const path = fileOf(home, project);
  for (const line of [`${path}.1`, path].flatMap(linesOf)) {
    if (line.e === 'used') used.add(line.ref);
    else sessions.set(line.ref, (sessions.get(line.ref) ?? new Set()).add(line.session));
  }
  return new Set(
    [...sessions].filter(([ref, told]) => told.size >= SILENT_AFTER && !used.has(ref)).map(([ref]) => ref),
  );
}

function linesOf(path: string): Line[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return line === '' ? [] : [JSON.parse(line) as Line];
        } catch {
          return [];
        }
      });
  } catch {
    return [];
  }
}

/**
 * Whether what happened shows that a memory was of use: it is named, a file of it is changed, or half of the telling words
 * of its title are said.
 */
export function showsUse(memory: ToldMemory, { kind, text, files = [] }: CapturedEvent): boolean {
  if (kind === 'edit') return files.some((file) => memory.files.includes(file));
  if (kind !== 'answer') return false;
  if (text.includes(memory.ref)) return true;
  const said = new Set(wordsOf(text));
  const telling = wordsOf(memory.title);
  const found = telling.filter((word) => said.has(word)).length;
  return found >= 2 && found * 2 >= telling.length;
}

const wordsOf = (text: string): string[] => [
  ...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{5,}/gu) ?? []),
];
