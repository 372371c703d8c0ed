import type { JobName, MemoryIdForm } from '@memory/contracts';
import type { Runtime } from '@memory/service';

/** A running service that tests talk to over HTTP, whatever it is made of. */
export interface TestHost {
  url: string;
  /** Services over the same database, to seed what the API cannot and to look behind it. */
  services: Runtime;
  form: MemoryIdForm;
  /** An empty workspace and its key, made by an operator. */
  createWorkspace(): Promise<{ id: string; key: string }>;
  /** Runs the background jobs until nothing is left to do; the stack runs all of them, whichever are named. */
  runJobs(...only: JobName[]): Promise<void>;
  /** Of a host that is not looked behind: every text that its database holds of a workspace. */
  everythingStored?(workspaceId: string): Promise<string>;
  /** Drops what waits in the queues. */
  forgetJobs(): void;
  close(): Promise<void>;
}
