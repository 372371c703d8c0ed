import type { Payload } from './payload.ts';
import type { EventKind } from '../capture/captured-event.ts';

export interface Host {
  /** @param event by its payload, else by our command line */
  read: (payload: Payload, event: string) => Reading;
  /** Printed text. @param context absent when there is nothing to say; only documented keys leave here */
  answer: (event: string, context: string | undefined) => string;
}

export type Want = 'start' | 'compacted' | 'prompt' | 'file' | 'subagent';

export interface Reading {
  /** The host's own id of the session. */
  session?: string | undefined;
  /** Id of the tool call. Two deliveries with one id are one event. */
  call?: string | undefined;
  /** Id of the turn. With the same text it is the same event. */
  turn?: string | undefined;
  /** Absent: nothing to keep. */
  kind?: EventKind | undefined;
  text?: string | undefined;
  output?: string | undefined;
  exitCode?: number | undefined;
  tool?: string | undefined;
  files?: string[] | undefined;
  /** Of an edit: the text that it replaces, and what it puts there. Only looked at, never kept. */
  edited?: string[] | undefined;
  directory?: string | undefined;
  wants?: Want | undefined;
  /** A session that this subagent's events belong to. */
  subagent?: string | undefined;
}
