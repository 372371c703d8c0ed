import { fileURLToPath } from 'node:url';
import { buildConsole } from '../../../packages/console/build.ts';
import { oneAtATime } from '../one-at-a-time.ts';

const LOCK = new URL('../../../node_modules/.cache/workspace-memory/console.lock', import.meta.url);

/** Once for all workers; what is there of the same sources stays. */
export const builtConsole = (): Promise<boolean> => oneAtATime(fileURLToPath(LOCK), buildConsole);
