import { readdirSync, readFileSync, renameSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../home/find-home.ts';
import { isHostId, type HostId } from '../host/host-table.ts';

export interface HostState {
  agent: HostId;
  /** When a hook of it was last started for an event that we know, and which. */
  firedAt: string;
  event: string;
  tookMs: number;
  /** When it last was told something, and how much. */
  answer?: { at: string; event: string; tokens: number };
  /** The last problem; it stays until an event of the same name goes well. */
  problem?: { at: string; event: string; message: string };
}

const folderOf = ({ state }: Home): string => join(state, 'agents');

/** Notes that a hook fired. Of two at the same moment the later wins, which is as good. */
export function writeHostState(home: Home, { answer, problem, ...fired }: HostState): void {
  const path = join(folderOf(home), `${fired.agent}.json`);
  const before = readState(path);
  const lasting = before?.problem?.event === fired.event ? undefined : before?.problem;
  const keptAnswer = answer ?? before?.answer;
  const keptProblem = problem ?? lasting;
  const state: HostState = {
    ...fired,
    ...(keptAnswer === undefined ? {} : { answer: keptAnswer }),
    ...(keptProblem === undefined ? {} : { problem: keptProblem }),
  };
  const aside = `${path}.${process.pid}.tmp`;
  mkdirSync(folderOf(home), { recursive: true, mode: 0o700 });
  writeFileSync(aside, JSON.stringify(state), { mode: 0o600 });
  renameSync(aside, path);
}

/** Last actions of each agent's hooks, by agent; those that never fired are absent. */
export function readHostStates(home: Home): Partial<Record<HostId, HostState>> {
  const states: Partial<Record<HostId, HostState>> = {};
  let names: string[] = [];
  try {
    names = readdirSync(folderOf(home));
  } catch {
    return states;
  }
  for (const name of names) {
    const agent = name.replace(/\.json$/u, '');
    if (!name.endsWith('.json') || !isHostId(agent)) continue;
    const state = readState(join(folderOf(home), name));
    if (state) states[agent] = state;
  }
  return states;
}

function readState(path: string): HostState | undefined {
  try {
    const state = JSON.parse(readFileSync(path, 'utf8')) as HostState;
    return typeof state.firedAt === 'string' ? state : undefined;
  } catch {
    return undefined;
  }
}
