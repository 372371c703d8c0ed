import { createHash } from 'node:crypto';

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
