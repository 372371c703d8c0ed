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
  /** What was said, the change, the command, or the reason. */
  text: string;
  /** What a command printed. */
  output?: string;
  exitCode?: number;
  tool?: string;
  /** Relative to the project where they lie in it. */
  files?: string[];
  /** As the service knows it. */
  project: string;
  branch: string;
  /** Normalised address of the remote. */
  origin?: string;
  /** Address of the person, as Git knows it. */
  author?: string;
  /** The service that it was captured for, unless that is the user's own. */
  service?: string;
}
