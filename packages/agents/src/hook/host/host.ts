import type { Payload } from './payload.ts';
import type { Reading } from './reading.ts';

/** How one host's payloads are read, and how it is answered. */
export interface Host {
  /** @param event by its payload, else by our command line */
  read: (payload: Payload, event: string) => Reading;
  /** What is printed. @param context absent when there is nothing to say; only documented keys leave here */
  answer: (event: string, context: string | undefined) => string;
}
