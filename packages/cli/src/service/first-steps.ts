import { findHome } from '@memory/home';
import { printable } from '@memory/text/printable';
import { startService } from './start-service.ts';

/** `workspace-memory` alone. */
export async function firstSteps(): Promise<void> {
  const home = findHome();
  const service = await startService(home, { onWait: () => process.stderr.write('.') });
  console.log(
    printable(`
Your memory is ready at ${service.url}; it is kept in ${home.folder}.

Next:
  workspace-memory setup            connect the coding agents on this machine
  workspace-memory ingest docs/     take in documents of a project
  workspace-memory index .          take in the symbols and calls of its code
  workspace-memory status           is all well?
  workspace-memory --help           the rest`),
  );
}
