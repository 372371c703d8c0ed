import { buildConsole } from '../../../packages/console/build.ts';

/** Once for all files; what is there of the same sources stays. */
export default async function setup(): Promise<void> {
  await buildConsole();
}
