import { readFileSync, readdirSync } from 'node:fs';
import type { EventKind } from '../../../packages/agents/src/hook/capture/captured-event.ts';
import type { HostId } from '../../../packages/agents/src/hook/host/host-table.ts';

/** A host's payload for an event, by its documentation or source, and our reading of it. */
export interface HostPayload {
  host: HostId;
  event: string;
  /** Sets it apart from others of the event. */
  about?: string;
  payload: Record<string, unknown>;
  /** Lines of the transcript that the payload's `TRANSCRIPT` stands for. */
  transcript?: readonly object[];
  /** The spooled event; null: none. */
  captured: {
    kind: EventKind;
    text?: string;
    output?: string;
    exitCode?: number;
    files?: string[];
    tool?: string;
  } | null;
  /** The host reads context here. */
  takesContext: boolean;
}

/** Stands for the folder of the project. */
export const ROOT = 'ROOT';
export const TRANSCRIPT = 'TRANSCRIPT';

const FOLDER = new URL('../../fixtures/hooks/', import.meta.url);

/** Payloads of each host, a file a host and a payload a line. */
export const payloads: readonly HostPayload[] = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as HostPayload),
);
