import { type ToldLine, withVerdicts } from '@memory/text/recall';
import type { UserConfig } from '../../home/user-config.ts';
import type { Home } from '../../home/find-home.ts';
import type { CapturedEvent } from '../capture/captured-event.ts';
import { placeOf } from '../capture/to-event.ts';
import { sessionBody, toObservations } from '../flush/to-observations.ts';
import type { HostId } from '../host/host-table.ts';
import { isRecord, listOf, textOf, type Payload } from '../host/payload.ts';
import type { Want } from '../host/host.ts';
import type { Project } from '../project/find-project.ts';
import { sendMoment } from '../service/send.ts';
import { serviceAddress, withFreshLogin } from '../service/service-address.ts';
import { uptimeMs } from '../uptime-ms.ts';
import type { EditedNames } from './edited-names.ts';
import { ownRecord } from './own-record.ts';
import type { SessionFolder } from './session-folder.ts';
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
