import { roleOf, type Role } from './rules/role-of.ts';
import { clip } from '@memory/text/sentences';
import type { SessionObservation } from './session-observation.ts';

/** A stretch of a session that fits one model call. */
export interface ObservationWindow {
  /** The observations by the alias a model cites them with, in their order: `o1`, `o2`, … */
  entries: readonly WindowEntry[];
}
interface WindowEntry {
  alias: string;
  line: string;
  observation: SessionObservation;
}

export interface WindowOptions {
  /** Most tokens of observations in one window, estimated; default 24,000 */
  tokenBudget?: number;
  /** Most windows, thus most model calls, a session may take; default 6 */
  windowsMax?: number;
}

// What people say matters whole; the beginning of a tool's output is enough.
const lengthMax: Record<Role, number> = {
  request: 4_000,
  decision: 4_000,
  remark: 4_000,
  failure: 1_200,
  commit: 1_000,
  change: 600,
  result: 400,
  action: 400,
};

/** Tokens of a text, estimated at four characters each. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/**
 * Splits a prepared session into windows of at most `tokenBudget` tokens. A session that needs more than `windowsMax`
 * loses its tools' calls and successful results first, then its middle: it begins with what was asked and ends with
 * what came of it.
 */
export function splitWindows(
  observations: readonly SessionObservation[],
  { tokenBudget = 24_000, windowsMax = 6 }: WindowOptions = {},
): ObservationWindow[] {
  const all = pack(observations, tokenBudget);
  if (all.length <= windowsMax) return all;
  const telling = observations.filter((observation) => !['action', 'result'].includes(roleOf(observation)));
  const fewer = pack(telling, tokenBudget);
  const head = Math.ceil(windowsMax / 2);
  const tail = windowsMax - head;
  return fewer.length <= windowsMax ? fewer : [...fewer.slice(0, head), ...fewer.slice(fewer.length - tail)];
}

function pack(observations: readonly SessionObservation[], tokenBudget: number): ObservationWindow[] {
  const windows: WindowEntry[][] = [];
  let used = 0;
  for (const [index, observation] of observations.entries()) {
    const alias = `o${index + 1}`;
    const line = renderLine(alias, observation, tokenBudget);
    const tokens = estimateTokens(line);
    if (windows.length === 0 || used + tokens > tokenBudget) {
      windows.push([]);
      used = 0;
    }
    windows.at(-1)?.push({ alias, line, observation });
    used += tokens;
  }
  return windows.map((entries) => ({ entries }));
}

/** One observation as one line of JSON, so that its content cannot pose as another one or close the fence. */
function renderLine(id: string, observation: SessionObservation, tokenBudget: number): string {
  const role = roleOf(observation);
  const content = clip(observation.content, Math.min(lengthMax[role], tokenBudget * 2));
  const { kind, tool_name: tool, files } = observation;
  const fields = {
    id,
    kind,
    ...(tool ? { tool } : {}),
    ...(files.length > 0 ? { files: files.slice(0, 10) } : {}),
  };
  return JSON.stringify({ ...fields, content }).replaceAll('</', '<\\/');
}
