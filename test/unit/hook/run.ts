import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findHome, type Home } from '../../../packages/agents/src/home/find-home.ts';
import type { CapturedEvent } from '../../../packages/agents/src/hook/capture/captured-event.ts';
import { runHook, type HookInput } from '../../../packages/agents/src/hook/run-hook.ts';
import { makeFolder } from '../../support/seeds/make-folder.ts';
import { ROOT, TRANSCRIPT, type HostPayload } from './payloads.ts';

/** A user's folders and a project, for the hook program of one test. */
export interface Desk {
  home: Home;
  root: string;
  /** Runs the program's work in this process. */
  fire: (agent: string, event: string, payload: unknown, given?: Partial<HookInput>) => Promise<string>;
  /** Events in the spool, the oldest first. */
  spooled: () => Promise<CapturedEvent[]>;
  log: () => Promise<string>;
  /** The payload of a host with the folders of this desk. */
  payloadOf: (item: HostPayload) => Promise<Record<string, unknown>>;
  configure: (config: object) => Promise<void>;
}

/** @param options.folder of the caller; else one that goes with the test */
export async function makeDesk({
  repository = 'GitHub.com/acme/shop',
  folder: given = '',
} = {}): Promise<Desk> {
  const folder = given || (await makeFolder());
  const home = findHome({ WORKSPACE_MEMORY_HOME: join(folder, 'home') });
  const root = join(folder, 'shop');
  await mkdir(join(root, '.git'), { recursive: true });
  await writeFile(join(root, '.git', 'HEAD'), 'ref: refs/heads/rounding\n');
  await writeFile(
    join(root, '.git', 'config'),
    `[remote "origin"]\n\turl = https://user:pass@${repository}.git\n[user]\n\temail = ada@example.com\n`,
  );
  let monotonicMs = 1_000_000;
  return {
    home,
    root,
    fire: (agent, event, payload, given = {}) => {
      monotonicMs += 10_000;
      return runHook({
        agent,
        event,
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
        environment: { HOME: folder, DEVIN_PROJECT_DIR: '', ...given.environment },
        home,
        workingDirectory: root,
        now: new Date(),
        monotonicMs,
        timeoutMs: 1_500,
        ...given,
      });
    },
    spooled: async () => {
      const files = await readdir(home.spool, { recursive: true }).catch(() => []);
      const events = await Promise.all(
        files
          .filter((name) => name.endsWith('.json'))
          .map(async (name) => JSON.parse(await readFile(join(home.spool, name), 'utf8')) as CapturedEvent),
      );
      return events.sort((a, b) => a.at.localeCompare(b.at));
    },
    log: () => readFile(join(home.logs, 'hook.log'), 'utf8').catch(() => ''),
    payloadOf: async ({ payload, transcript = [] }) => {
      const path = join(folder, 'transcript.jsonl');
      await writeFile(path, transcript.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return JSON.parse(
        JSON.stringify(payload)
          .replaceAll(TRANSCRIPT, path)
          .replaceAll(new RegExp(`\\b${ROOT}\\b`, 'g'), root),
      ) as Record<string, unknown>;
    },
    configure: async (config) => {
      await mkdir(home.folder, { recursive: true });
      await writeFile(home.config, JSON.stringify(config));
    },
  };
}
