import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { findHome } from '../../home/find-home.ts';
import { readUserConfig } from '../../home/user-config.ts';
import { privacyOf } from '../../hook/capture/privacy.ts';
import { toEvent } from '../../hook/capture/to-event.ts';
import type { CapturedEvent } from '../../hook/capture/captured-event.ts';
import type { HostId } from '../../hook/host/host-table.ts';
import { type Project, findProject } from '../../hook/project/find-project.ts';
import type { Reading } from '../../hook/host/host.ts';
import { reasonOf } from '../files.ts';
import { readJsonLines, type JsonObject } from '../json.ts';
import type { ImportItem } from '../source.ts';

export interface SessionFacts {
  id: string | undefined;
  directory: string | undefined;
  branch: string;
  origin?: string | undefined;
  isSubagent?: boolean;
}

/** Gathers what happened in a session, and makes of it what a hook would have captured. */
export class SessionCollector {
  readonly #steps: { reading: Reading; at: string }[] = [];
  #answer: { text: string; id: string | undefined; at: string } | undefined;

  /** A prompt ends what was said before it: of an answer the last words are the answer. */
  prompt(text: string, id: string | undefined, at: string): void {
    this.#endAnswer();
    this.#steps.push({ reading: { kind: 'prompt', text, turn: id }, at });
  }

  said(text: string, id: string | undefined, at: string): void {
    this.#answer = { text, id, at };
  }

  tool(reading: Reading, call: string | undefined, at: string): void {
    if (reading.kind !== undefined) this.#steps.push({ reading: { ...reading, call }, at });
  }

  /** The session of a file, whose lines `readLine` takes; `facts` are asked for behind the last one. */
  async *read(
    file: string,
    host: HostId,
    readLine: (line: JsonObject, number: number) => void,
    facts: () => SessionFacts,
  ): AsyncGenerator<ImportItem> {
    const place = basename(file);
    let lines = 0;
    try {
      for await (const entry of readJsonLines(file)) {
        lines = entry.number;
        if ('object' in entry) readLine(entry.object, lines);
        else yield { kind: 'passed', place: `${place}:${lines}`, reason: entry.broken };
      }
    } catch (error) {
      return yield { kind: 'passed', place, reason: reasonOf(error) };
    }
    const { size } = await stat(file);
    yield this.#session(host, facts(), `${size}:${lines}`, place);
  }

  /** @returns why there is no session, where there is none */
  #session(host: HostId, facts: SessionFacts, state: string, place: string): ImportItem {
    this.#endAnswer();
    const { id } = facts;
    if (facts.isSubagent) return { kind: 'passed', place, reason: 'transcript of a subagent' };
    if (id === undefined) return { kind: 'passed', place, reason: 'no session' };
    const session = `${host}-${id.replaceAll(/[^\w.:-]/gu, '_').slice(0, 200)}`;
    const project = sessionProject(facts.directory, facts);
    const privacy = privacyOf(readUserConfig(findHome().config), project);
    if (privacy.isPrivate) return { kind: 'passed', place, reason: 'project that is private' };
    const events = this.#steps.flatMap(({ reading, at }) =>
      eventOf(reading, at, { host, session, project, privacy }),
    );
    const [first, last] = [events[0], events.at(-1)];
    if (!first || !last || !events.some(({ kind }) => kind === 'prompt'))
      return { kind: 'passed', place, reason: 'session without a prompt' };
    return {
      kind: 'session',
      place,
      session: { id: session, events, startedAt: first.at, endedAt: last.at, state },
    };
  }

  #endAnswer(): void {
    if (!this.#answer) return;
    const { text, id, at } = this.#answer;
    this.#steps.push({ reading: { kind: 'answer', text, turn: id }, at });
    this.#answer = undefined;
  }
}

function eventOf(
  reading: Reading,
  at: string,
  circumstances: { host: HostId; session: string; project: Project; privacy: ReturnType<typeof privacyOf> },
): CapturedEvent[] {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return [];
  const captured = toEvent(reading, { ...circumstances, at: moment, monotonicMs: moment.getTime() });
  return captured ? [captured.event] : [];
}

/** The project that a session was in, as far as this machine still knows it: folders are moved and deleted. */
function sessionProject(
  directory: string | undefined,
  { branch, origin }: { branch: string; origin?: string | undefined },
): Project {
  if (directory !== undefined && isAbsolute(directory) && existsSync(directory))
    return { ...findProject(directory, process.env), ...(branch === '' ? {} : { branch }) };
  const parts = (directory ?? '').split(/[/\\]/u).filter((part) => part !== '' && part !== '.');
  const name = parts.at(-1) ?? 'unknown';
  const root = directory ?? '/';
  return {
    key: name,
    name,
    label: origin ?? (parts.length === 0 ? '' : `…/${parts.slice(-2).join('/')}`),
    root,
    home: root,
    branch,
    isRepository: false,
    ...(origin === undefined ? {} : { origin }),
  };
}
