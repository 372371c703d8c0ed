import type { HostId } from '../../../../packages/agents/src/hook/host/host-table.ts';
import type { EventKind } from '../../../../packages/agents/src/hook/capture/captured-event.ts';

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

export const DIFF = '- const total = sum;\n+ const total = round(sum);';
export const EDIT = {
  file_path: 'ROOT/src/cart.ts',
  old_string: 'const total = sum;',
  new_string: 'const total = round(sum);',
};
export const PATCH =
  '*** Begin Patch\n*** Update File: src/cart.ts\n@@\n-const total = sum;\n+const total = round(sum);\n*** Add File: src/round.ts\n+export const round = 1;\n*** End Patch';
export const ANSWER = 'Totals are rounded once, at the end.';
export const PROMPT = 'Why is the cart total off by one cent?';
