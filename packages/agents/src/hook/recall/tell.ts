import { readdirSync, renameSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ToldLine, withVerdicts } from '@memory/text/recall';
import { attempt, parseJson } from '../../home/attempt.ts';
import type { Home } from '../../home/find-home.ts';
import type { UserConfig } from '../../home/user-config.ts';
import type { CapturedEvent } from '../capture/captured-event.ts';
import { placeOf } from '../capture/to-event.ts';
import { sessionBody, toObservations } from '../flush/to-observations.ts';
import type { HostId } from '../host/host-table.ts';
import type { Want } from '../host/host.ts';
import { isRecord, listOf, textOf, type Payload } from '../host/payload.ts';
import type { Project } from '../project/find-project.ts';
import { sendMoment, serviceAddress, withFreshLogin } from '../service/send.ts';
import { deadLetters, spooledSessions } from '../spool/read-spool.ts';
import { uptimeMs } from '../uptime-ms.ts';
import type { EditedNames } from './edited-names.ts';
import {
  ownRecord,
  type SessionFolder,
  journalEntries,
  journalOf,
  sessionFolderOf,
  sessionsFolder,
} from './session-folder.ts';
import { treeGrounds } from './tree-grounds.ts';

export interface Asked {
  home: Home;
  folder: SessionFolder;
  session: string;
  host: HostId;
  project: Project;
  now: Date;
  wants: Want;
  /** The kept event, where the service knows each delivery of it by its id. */
  event: CapturedEvent | undefined;
  prompt: string | undefined;
  /** About to be edited, relative to the project. */
  file: string | undefined;
  edited: () => EditedNames;
  /** Of the moment, the same for each delivery, and of another delivery where the host gives no id. */
  claim: string;
  twin: string | undefined;
  /** Most tokens that the user wants told. */
  tokens: number | undefined;
  config: UserConfig;
  environment: NodeJS.ProcessEnv;
  timeoutMs: number;
  startRenewal: (() => Promise<void>) | undefined;
}

export interface Told {
  text: string;
  isTaken: boolean;
}

/**
 * Sends the moment, and gets what the agent is told now. After a compaction the session's own record comes first, which needs no
 * service. @throws where the service gives no answer and nothing else is to be told
 */
export async function tell(asked: Asked): Promise<Told | undefined> {
  const { folder, wants, claim, twin } = asked;
  if (folder.isClaimed(claim) || folder.isClaimed(twin)) return undefined;
  const own = wants === 'compacted' ? ownRecord(folder.entries()) : undefined;
  const told = await askService(asked).catch((error: unknown) => {
    // The service may have answered all the same.
    folder.note({ t: asked.now.getTime(), k: 'unheard', moment: claim });
    if (own === undefined) throw error;
    return undefined;
  });
  // Another delivery of this moment may have been told meanwhile.
  const isFirst = told === undefined || told.isEnough || folder.claim(claim);
  const text = isFirst ? [own, told?.text].filter(Boolean).join('\n') : '';
  return { text, isTaken: told !== undefined };
}

async function askService(asked: Asked): Promise<{ text: string; isEnough: boolean } | undefined> {
  const { home, folder, session, host, project, now, wants, event, prompt, file, config, environment } =
    asked;
  const address = serviceAddress(config, environment, home);
  if (!address) return undefined;
  const endsAt = uptimeMs() + asked.timeoutMs;
  const leftMs = () => Math.max(1, Math.floor(endsAt - uptimeMs()));
  const usable = await withFreshLogin(address, { home, endsAt, startRenewal: asked.startRenewal });
  const unheard = folder.entries().flatMap((entry) => (entry.k === 'unheard' ? [entry.moment] : []));
  const { status, body } = await sendMoment(usable, {
    session,
    project: project.label,
    person: project.author,
    timeoutMs: leftMs(),
    body: {
      moment_id: asked.claim,
      at: now.toISOString(),
      session: sessionBody({ host, ...placeOf(project) }),
      observations: event ? toObservations(event) : [],
      wants,
      ...(asked.tokens === undefined ? {} : { tokens: asked.tokens }),
      ...(wants === 'prompt' && prompt !== undefined ? { prompt } : {}),
      ...(file === undefined ? {} : { file, edited: asked.edited() }),
      unheard: unheard.slice(-UNHEARD_MAX),
    },
  });
  if (status !== 200 || !isRecord(body)) throw new Error(`The service answered ${status}.`);
  const lines = listOf(body['told']).filter(isRecord).map(asLine);
  const judged = await treeGrounds(listOf(body['anchors']), { home, project, leftMs: leftMs() });
  const text = withVerdicts(lines, judged)
    .map((line) => line.text)
    .join('\n');
  // A file is asked about again when there is room, a prompt comes but once.
  return { text, isEnough: wants === 'file' && body['is_enough'] === true };
}

const UNHEARD_MAX = 20;

const asLine = (line: Payload): ToldLine => ({
  text: textOf(line, 'text') ?? '',
  memory: textOf(line, 'memory'),
  is_code: line['is_code'] === true,
});

export interface Forgotten {
  phrases: readonly string[];
  session?: string | undefined;
}

/** Takes out of what this machine noted of its sessions all that holds a phrase. @returns how many notes that were */
export function forgetJournals(home: Home, { phrases, session }: Forgotten): number {
  if (session !== undefined) rmSync(sessionFolderOf(home, session), { recursive: true, force: true });
  const plainPhrases = phrases.map(plain);
  const holds = (text: string) => holdsPhrase(plain(text), plainPhrases);
  let gone = 0;
  for (const path of journals(home)) {
    const entries = journalEntries(path);
    const left = entries.filter((entry) => entry.k === 'unheard' || !holds(entry.text));
    if (left.length === entries.length) continue;
    gone += entries.length - left.length;
    const lines = left.map((entry) => `${JSON.stringify(entry)}\n`);
    // Renamed, so that a hook that reads meanwhile finds one or the other.
    writeFileSync(`${path}.new`, lines.join(''), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
  return gone;
}

export const isAnythingNoted = (home: Home): boolean => journals(home).length > 0;

function journals(home: Home): string[] {
  return (
    attempt(() =>
      readdirSync(sessionsFolder(home))
        .map((name) => journalOf(join(sessionsFolder(home), name)))
        .filter((path) => journalEntries(path).length > 0),
    ) ?? []
  );
}

/** So much of a phrase tells it where a note ends within it. */
const TELLING = 16;

function holdsPhrase(text: string, phrases: readonly string[]): boolean {
  const end = text.endsWith('…') ? text.slice(0, -1).trimEnd() : undefined;
  return phrases.some((phrase) => {
    if (text.includes(phrase)) return true;
    const place = end?.indexOf(phrase.slice(0, TELLING)) ?? -1;
    return place !== -1 && phrase.startsWith(end?.slice(place) ?? phrase);
  });
}

const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Deletes waiting events that hold one of the phrases, whatever their case and spacing. @returns how many there were */
export function forgetSpooled(home: Home, phrases: readonly string[]): number {
  const plainPhrases = phrases.map(plain);
  let deleted = 0;
  for (const file of spooledFiles(home)) {
    if (!holds(file, plainPhrases)) continue;
    rmSync(file, { force: true });
    deleted += 1;
  }
  return deleted;
}

export const isAnythingSpooled = (home: Home): boolean => spooledFiles(home).length > 0;

const spooledFiles = (home: Home): string[] => [
  ...spooledSessions(home).flatMap(({ events, unfinished }) => [...events, ...unfinished]),
  ...deadLetters(home),
];

function holds(file: string, phrases: readonly string[]): boolean {
  const text = read(file);
  const texts = [text, ...stringsOf(parseJson(text))].map(plain);
  return texts.some((each) => phrases.some((phrase) => each.includes(phrase)));
}

/** The flusher may have sent and removed it meanwhile. */
function read(file: string): string {
  return attempt(() => readFileSync(file, 'utf8')) ?? '';
}

const stringsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsOf)
      : [];
