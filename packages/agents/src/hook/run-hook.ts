import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { readUserConfig } from '../home/user-config.ts';
import type { Home } from '../home/find-home.ts';
import { type CapturedEvent, momentIds } from './capture/captured-event.ts';
import { privacyOf } from './capture/privacy.ts';
import { type Captured, pathInProject, toEvent } from './capture/to-event.ts';
import { isHostId, type HostId } from './host/host-table.ts';
import { hosts, recognizeHost } from './host/hosts.ts';
import { isRecord, type Payload } from './host/payload.ts';
import type { Reading } from './host/host.ts';
import { INPUT_BYTES_MAX, isTooDeep } from './read-input.ts';
import { findProject, type Project, noteKnownProjects, tellBranches } from './project/find-project.ts';
import { readEditedNames } from './recall/edited-names.ts';
import {
  estimateTokens,
  decisionsIn,
  provesSomething,
  shortened,
  SessionFolder,
  type JournalEntry,
} from './recall/session-folder.ts';
import { tell } from './recall/tell.ts';
import { OWN_SERVICE, serviceName } from './service/send.ts';
import {
  projectFolder,
  openSpareSpool,
  spoolFolders,
  spoolEvent,
  type SpoolPlace,
  unspoolEvent,
} from './spool/spool-event.ts';
import { writeHostState, type HostState, describeProblem, logProblem } from './state/host-state.ts';
import { uptimeMs } from './uptime-ms.ts';

export interface HookInput {
  /** As the command line has them; the payload may know better. */
  agent: string;
  event: string;
  payload: string;
  environment: NodeJS.ProcessEnv;
  home: Home;
  workingDirectory: string;
  now: Date;
  /** Milliseconds of a clock that nobody sets, the same for all programs since the machine started. */
  monotonicMs: number;
  /** For what is asked of the service. */
  timeoutMs: number;
  /** Has the login renewed by a process of its own: a hook may be ended in the middle of it. */
  startRenewal?: () => Promise<void>;
}

/** Variables in which hosts that give no folder name it. */
const PROJECT_VARIABLES = [
  'CLAUDE_PROJECT_DIR',
  'DEVIN_PROJECT_DIR',
  'FACTORY_PROJECT_DIR',
  'GEMINI_PROJECT_DIR',
] as const;

/**
 * Handles one event: keeps it, and answers what the host may print.
 * @returns what goes to the standard output. Never throws: what goes wrong is logged, and each step is taken for itself
 */
export async function runHook(input: HookInput): Promise<string> {
  const { agent, event, home, environment } = input;
  const silence = silenceOf(agent, event);
  const payload = parse(input);
  const recognized = payload && recognizeHost(payload, { agent, event, environment });
  if (!payload || !recognized) {
    if (payload) logProblem(home, { agent, event, message: 'Unknown host or event.' });
    return silence;
  }
  const problems: string[] = [];
  const attempt = async <T>(what: string, work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      const message = `${what}: ${describeProblem(error)}`;
      problems.push(message);
      logProblem(home, { agent: recognized.host, event: recognized.event, message });
      return undefined;
    }
  };
  const handled = await attempt('event', () => handle(input, { payload, ...recognized, attempt }));
  const { host } = recognized;
  const answer = await attempt('answer', () => hosts[host].answer(recognized.event, handled));
  await attempt('state', () => {
    const at = input.now.toISOString();
    const state: HostState = {
      agent: host,
      firedAt: at,
      event: recognized.event,
      tookMs: Math.round(uptimeMs()),
      ...(handled === undefined
        ? {}
        : { answer: { at, event: recognized.event, tokens: estimateTokens(handled) } }),
      ...(problems[0] === undefined
        ? {}
        : { problem: { at, event: recognized.event, message: problems[0] } }),
    };
    writeHostState(home, state);
  });
  return answer ?? silence;
}

/** The answer that a host reads where there is nothing to say; of an unknown one nothing. */
export const silenceOf = (agent: string, event: string): string =>
  isHostId(agent) ? hosts[agent].answer(event, undefined) : '';

function parse({ payload, home, agent, event }: HookInput): Payload | undefined {
  let message = 'The payload is no object.';
  try {
    const text = payload.replace(/^\uFEFF/u, '');
    if (isTooDeep(text)) message = 'The payload is nested too deeply.';
    else {
      const value: unknown = JSON.parse(text);
      if (isRecord(value)) return value;
    }
  } catch {
    message =
      Buffer.byteLength(payload) > INPUT_BYTES_MAX
        ? `The payload has more than ${INPUT_BYTES_MAX / 1_048_576} MiB.`
        : payload.trimEnd().endsWith('}')
          ? 'The payload is no JSON.'
          : 'The payload is no JSON: it ends early, or the rest did not come in time.';
  }
  logProblem(home, { agent, event, message, characters: payload.length });
  return undefined;
}

interface Handling {
  payload: Payload;
  host: HostId;
  event: string;
  attempt: <T>(what: string, work: () => T | Promise<T>) => Promise<T | undefined>;
}

async function handle(
  input: HookInput,
  { payload, host, event, attempt }: Handling,
): Promise<string | undefined> {
  const { home, environment, now, monotonicMs } = input;
  const reading = hosts[host].read(payload, event);
  const config = await attempt('config', () => readUserConfig(home.config));
  // A private mode that cannot be read is one.
  if (config === undefined) return undefined;
  const project = findProject(directoryOf(reading, input), environment);
  const privacy = privacyOf(config, project);
  await attempt('projects', () => noteKnownProjects(home, privacy.entries));
  if (privacy.isPrivate) return undefined;
  const session = await sessionOf(reading, { host, project, home, now });
  const captured = toEvent(reading, { host, session, project, privacy, at: now, monotonicMs });
  const folder = new SessionFolder(home, session);
  const spool = captured && spoolOf({ home, project, service: serviceName(config, environment) }, captured);
  // The service has another delivery of it, which lies in the spool no more.
  const isTaken = captured !== undefined && folder.isClaimed(captured.event.id);
  if (captured && !isTaken) {
    await attempt('spool', () => spool?.keep());
    await attempt('journal', () => noteEvent(folder, captured.event, now));
  }
  const { wants } = reading;
  const file = reading.files?.find((path) => !privacy.isExcluded(path));
  if (wants === undefined) return undefined;
  if (wants === 'file' && file === undefined) return undefined;
  const allowed =
    wants === 'file'
      ? (config.tell?.file ?? config.tellAboutFiles)
      : config.tell?.[wants === 'prompt' ? 'prompt' : 'start'];
  if (allowed === false) return undefined;
  const told = await attempt('service', () =>
    tell({
      home,
      folder,
      session,
      host,
      project,
      now,
      wants,
      // Two deliveries without an id of the host's meet in the spool alone.
      event: captured?.twins.twin === undefined ? captured?.event : undefined,
      prompt: captured?.event.text,
      file: wants === 'file' && file !== undefined ? pathInProject(file, project) : undefined,
      // Parts of a file that is told of: of several only the first.
      edited: () =>
        readEditedNames(
          resolve(project.root, file ?? ''),
          file === reading.files?.[0] ? (reading.edited ?? []) : [],
        ),
      ...claimsOf(reading, { captured, session, monotonicMs, file }),
      tokens: typeof allowed === 'number' ? allowed : undefined,
      config,
      environment,
      timeoutMs: input.timeoutMs,
      startRenewal: input.startRenewal,
    }),
  );
  if (told?.isTaken && captured?.twins.twin === undefined) await attempt('spool', () => spool?.remove());
  if (told?.text && wants === 'start')
    await attempt('branches', () => tellBranches(project, { home, environment, now }));
  return told?.text || undefined;
}

function directoryOf({ directory }: Reading, { environment, workingDirectory }: HookInput): string {
  const named = PROJECT_VARIABLES.map((name) => environment[name]).find(Boolean);
  return directory ?? named ?? workingDirectory;
}

/** Copilot's two programs hand one session to each other, and name their events differently. */
const FAMILIES: Partial<Record<HostId, string>> = { vscode: 'copilot' };

/** The service's id of a session: the host's own, or of a host that gives none that of the day. */
async function sessionOf(
  { session, subagent }: Reading,
  { host, project, home, now }: { host: HostId; project: Project; home: Home; now: Date },
): Promise<string> {
  const family = FAMILIES[host] ?? host;
  if (session === undefined) {
    // Sessions have ids that nobody else uses, on no other machine.
    const place = createHash('sha256')
      .update(`${hostname()} ${home.folder} ${project.home}`)
      .digest('hex')
      .slice(0, 12);
    return `${family}-${project.name.replaceAll(/[^\w.-]/gu, '_').slice(0, 60)}-${place}-${now.toISOString().slice(0, 10)}`;
  }
  const parents = join(home.state, 'parents');
  const fileOf = (id: string) => join(parents, createHash('sha256').update(id).digest('hex').slice(0, 32));
  if (subagent !== undefined) {
    mkdirSync(parents, { recursive: true, mode: 0o700 });
    writeFileSync(fileOf(subagent), session, { mode: 0o600 });
  }
  let parent: string | undefined;
  try {
    parent = host === 'cursor' ? readFileSync(fileOf(session), 'utf8') : undefined;
  } catch {
    // A session of its own.
  }
  return `${family}-${(parent ?? session).replaceAll(/[^\w.:-]/gu, '_').slice(0, 200)}`;
}

/** Where an event is kept until the service has it: the spool, or beside it where the disk takes nothing. */
function spoolOf(
  { home, project, service }: { home: Home; project: Project; service: string },
  { event, twins }: Pick<SpoolPlace, 'event' | 'twins'>,
): { keep: () => void; remove: () => void } {
  const [usual, spare] = spoolFolders(home);
  const folder = projectFolder(project.key, service);
  const bound = service === OWN_SERVICE ? event : { ...event, service };
  const place = (spool: string, other: string): SpoolPlace => ({
    folder: join(spool, folder),
    otherFolder: join(other, folder),
    event: bound,
    twins,
  });
  return {
    keep: () => {
      try {
        spoolEvent(place(usual, spare));
      } catch (error) {
        openSpareSpool(home);
        spoolEvent(place(spare, usual));
        logProblem(home, {
          agent: event.host,
          message: `spool: ${describeProblem(error)}; the spare one took it`,
        });
      }
    },
    remove: () => unspoolEvent(place(usual, spare)),
  };
}

const ASKED_MAX = 300;

function noteEvent(folder: SessionFolder, event: CapturedEvent, now: Date): void {
  const t = now.getTime();
  const { kind, text, exitCode, files = [] } = event;
  const entries: JournalEntry[] = [];
  if (kind === 'prompt') entries.push({ t, k: 'asked', text: shortened(text, ASKED_MAX) });
  if (kind === 'prompt' || kind === 'answer')
    entries.push(...decisionsIn(text).map((decision) => ({ t, k: 'decided', text: decision }) as const));
  if (kind === 'command' && provesSomething(text) && text.length <= 500)
    entries.push({ t, k: 'ran', text: text.replaceAll('\n', '; '), ok: (exitCode ?? 0) === 0 });
  if (kind === 'edit') entries.push(...files.map((file) => ({ t, k: 'changed', text: file }) as const));
  folder.note(...entries);
}

/** Characters by which two prompts are told apart, and their length. */
const TELLING = 20_000;

/** Claims by which a thing is told once: per delivery of an event, and of a file once a session. */
function claimsOf(
  { wants, kind, call, turn, text = '', files = [] }: Reading,
  {
    captured,
    session,
    monotonicMs,
    file,
  }: { captured: Captured | undefined; session: string; monotonicMs: number; file: string | undefined },
): { claim: string; twin: string | undefined } {
  if (wants === 'file') {
    const claim = createHash('sha256').update(`file ${file}`).digest('hex').slice(0, 32);
    return { claim, twin: undefined };
  }
  if (captured) return { claim: captured.event.id, twin: captured.twins.twin };
  const content = [kind, text.slice(0, TELLING), text.length, ...files].join('\n');
  const { id, twin } = momentIds({ session, what: `told ${wants}`, call, turn, content, monotonicMs });
  return { claim: id, twin };
}
