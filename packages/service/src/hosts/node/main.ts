/** `npm start`, and what `workspace-memory up` starts with `--quiet`: prepares the process, then loads the service. */
import { join } from 'node:path';
import { LOCAL_DEFAULTS, readConfig } from '../../config/config.ts';
import { printable } from '@memory/text/printable';
import { keepToOwner } from './upload-secret.ts';
import { loadQuickly } from './load-quickly.ts';

process.env['TZ'] = 'UTC';
// Files of this process are nobody else's to read, wherever they lie.
process.umask(0o077);

try {
  // Beside the queues of a stack its limits hold.
  const defaults = process.env['JOB_QUEUE_PREFIX'] ? {} : LOCAL_DEFAULTS;
  const config = readConfig({ ...defaults, ...process.env });
  const { isOurs } = await keepToOwner(config.DATA_DIR);
  loadQuickly(isOurs ? join(config.DATA_DIR, 'cache') : undefined);
  const { serve } = await import('./serve.ts');
  await serve(config, { quiet: process.argv.includes('--quiet') });
} catch (error) {
  console.error(printable(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
