import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Does what several workers want at once: one after the other, so that all but the first find it done. */
export async function oneAtATime<Result>(lock: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(dirname(lock), { recursive: true });
  for (;;) {
    const isOurs = await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
      () => true,
      () => false,
    );
    if (isOurs) {
      try {
        return await work();
      } finally {
        await rm(lock, { force: true });
      }
    }
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    // Of a process that was killed.
    if (holder > 0 && !isRunning(holder)) await rm(lock, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
