import {
  readdirSync,
  readFileSync,
  renameSync,
  mkdirSync,
  writeFileSync,
  appendFileSync,
  statSync,
} from 'node:fs';
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

/** The log and its predecessor take twice this at most. */
const BYTES_MAX = 512 * 1_024;

export type LogEntry = Readonly<Record<string, string | number | undefined>> & { message: string };

/** Notes what went wrong; never a payload, which may hold secrets. A log that cannot be written is passed over. */
export function logProblem({ logs }: Home, entry: LogEntry): void {
  const path = join(logs, 'hook.log');
  try {
    mkdirSync(logs, { recursive: true, mode: 0o700 });
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > BYTES_MAX) renameSync(path, `${path}.1`);
    appendFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`, { mode: 0o600 });
  } catch {
    // A full disk is no reason to disturb the agent.
  }
}

/** A problem without texts of others: an error's code or class, and its message where it is of the system. */
export function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A message of JSON.parse quotes what it read.
  if (error instanceof SyntaxError) return 'SyntaxError';
  return code === undefined
    ? `${error.name}: ${error.message.slice(0, 200)}`
    : [code, syscall].filter(Boolean).join(' ');
}
