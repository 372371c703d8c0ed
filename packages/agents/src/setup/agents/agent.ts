import type { FileEdit } from '../edits/file-edit.ts';
import type { Machine } from '../machine.ts';

/** How a coding agent is found and connected. */
export interface Agent {
  id: string;
  name: string;
  /** @returns what shows that the agent is here; undefined when nothing does */
  find(machine: Machine): string | undefined;
  edits(machine: Machine): FileEdit[];
  /** What only the user can do. */
  remaining?(machine: Machine): string;
}
