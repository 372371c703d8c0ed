import { createHash } from 'node:crypto';
import type { HostId } from '../host/host-table.ts';

export type EventKind =
  | 'session_start'
  | 'prompt'
  /** The person chose among what the agent asked about. */
  | 'choice'
  | 'answer'
  | 'edit'
  | 'command'
  | 'failure'
  | 'compaction'
  | 'subagent_start'
  | 'subagent_stop'
  | 'session_end'
  | 'injection';

/** One thing that happened in a session of an agent, as it lies in the spool: redacted, and without what we injected. */
export interface CapturedEvent {
  /** The same for every delivery of the event, however often hosts or registrations repeat it. */
  id: string;
  at: string;
  host: HostId;
  /** Of the service; a subagent's events are its parent's. */
  session: string;
  kind: EventKind;
  /** The said words, the change, the command, or the reason. */
  text: string;
  output?: string;
  exitCode?: number;
  tool?: string;
  /** Relative to the project where they lie in it. */
  files?: string[];
  /** As the service knows it. */
  project: string;
  branch: string;
  origin?: string;
  author?: string;
  /** The service that it was captured for, unless that is the user's own. */
  service?: string;
}

/** Deliveries of one event by two registrations follow each other within milliseconds. */
export const SAME_EVENT_MS = 2_000;

export interface Moment {
  session: string;
  what: string;
  /** Id of the tool call, which is enough. */
  call?: string | undefined;
  /** Id of the turn, which with the content is. */
  turn?: string | undefined;
  content: string;
  /** Milliseconds of a clock that nobody sets. */
  monotonicMs: number;
}

export interface MomentIds {
  id: string;
  /** Where the host gives no id: the event's, had it been delivered a moment earlier. */
  twin: string | undefined;
  /** Had it been delivered a moment later. */
  laterTwin: string | undefined;
}

/** An id that is the same for every delivery of an event, however often a host or two registrations repeat it. */
export function momentIds({ session, what, call, turn, content, monotonicMs }: Moment): MomentIds {
  const idAt = (moment: string): string =>
    createHash('sha256')
      .update(JSON.stringify([session, what, moment, call === undefined ? content : '']))
      .digest('hex')
      .slice(0, 32);
  const own = call ?? turn;
  if (own !== undefined) return { id: idAt(`of ${own}`), twin: undefined, laterTwin: undefined };
  const bucket = Math.floor(monotonicMs / SAME_EVENT_MS);
  const [id = '', twin, laterTwin] = [0, -1, 1].map((shift) => idAt(`at ${bucket + shift}`));
  return { id, twin, laterTwin };
}
