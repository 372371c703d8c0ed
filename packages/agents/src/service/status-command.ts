import { Command } from 'commander';
import { createClient } from '@memory/client';
import { findLockHolder } from '@memory/service/lock';
import { countOf, print, say, ownCommand } from '../command/print.ts';
import { findTarget } from '../connection/connection.ts';
import { ageOf } from '../doctor/finding.ts';
import { findHome, type Home } from '../home/find-home.ts';
import { readUserConfig } from '../home/user-config.ts';
import { readHostStates } from '../hook/state/host-state.ts';
import { localDataDir } from '../operator/local-data-dir.ts';
import { answers, runningService } from './running-service.ts';

interface Service {
  whose: 'named' | 'team' | 'own' | 'folder';
  url: string;
  pid: number | null;
  up: boolean;
}

const WHOSE: Record<Service['whose'], string> = {
  named: 'named by WORKSPACE_MEMORY_URL',
  team: "your team's",
  own: 'your own',
  folder: 'of this folder',
};

export function statusCommand(): Command {
  return new Command('status')
    .description(
      'Tell which service runs, what agents did last, and what is open; ends with 1 when the service that is used does not answer.',
    )
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const home = findHome();
      const services = await findServices(home);
      const [used] = services;
      const isUp = used?.up === true;
      const held = isUp && used.whose !== 'folder' ? await readHeld().catch(() => undefined) : undefined;
      const agents = Object.values(readHostStates(home));
      if (!isUp) process.exitCode = 1;
      if (json) {
        const { url = null, pid = null } = used ?? {};
        const { sessions = null, open = null } = held ?? {};
        print({ up: isUp, url, pid, services, agents, sessions, open }, true);
        return;
      }
      say(isUp ? `memory: up at ${used.url}` : `memory: down${hint(used)}`);
      for (const { whose, url, up } of services.length > 1 ? services : [])
        say(`  ${WHOSE[whose]}: ${url}${up ? '' : ' does not answer'}`);
      for (const { agent, firedAt, event, answer } of agents) {
        const told = answer ? `told ${answer.tokens} tokens ${ago(answer.at)}` : 'told nothing yet';
        say(`  ${agent}: ${event} ${ago(firedAt)}, ${told}`);
      }
      if (isUp && agents.length === 0) console.log('  agents of this machine: no hook has fired yet');
      if (isUp && !held) console.log('  what it holds: not known, no key here opens it (doctor says why)');
      if (!held) return;
      const { sessions, open } = held;
      const last = sessions.last === null ? '' : `, the last began ${ago(sessions.last)}`;
      say(`  sessions: ${sessions.count}${last}`);
      const contradictions = countOf(open.contradictions, 'contradiction', 'contradictions');
      say(`  open: ${open.outdated} outdated, ${contradictions}`);
    });
}

const ago = (at: string): string => `${ageOf(new Date(at))} ago`;

/** Every service that is known here; that which commands use comes first. */
async function findServices(home: Home): Promise<Service[]> {
  const named = process.env['WORKSPACE_MEMORY_URL']?.trim() || undefined;
  const { url: team } = readUserConfig(home.config);
  const own = await runningService(home);
  const here = await findLockHolder(await localDataDir());
  const found: [Service['whose'], string | undefined, number?][] = [
    ['named', named],
    ['team', team],
    ['own', own?.url, own?.pid],
    ['folder', here?.url, here?.pid],
  ];
  const services = new Map<string, Service>();
  for (const [whose, url, pid = null] of found)
    if (url !== undefined && !services.has(url))
      services.set(url, { whose, url, pid, up: await answers(url) });
  return [...services.values()];
}

interface Held {
  sessions: { count: number; last: string | null };
  open: { outdated: number; contradictions: number };
}

async function readHeld(): Promise<Held | undefined> {
  const { url, key, workspaceId } = await findTarget();
  if (key === undefined) return undefined;
  const client = createClient({ url, key, workspaceId });
  const query = { state: 'open', limit: 1 } as const;
  const [sessions, outdated, contradictions] = await Promise.all([
    client.listSessions({ query: { limit: 1 } }),
    client.listGrounds({ query }),
    client.listContradictions({ query }),
  ]);
  return {
    sessions: { count: sessions.count, last: sessions.results[0]?.started_at ?? null },
    open: { outdated: outdated.count, contradictions: contradictions.count },
  };
}

const hint = (used: Service | undefined): string =>
  used === undefined ? ` (${ownCommand()} up starts it)` : ` (${used.url} does not answer)`;
