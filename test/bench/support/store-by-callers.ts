import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SyntheticText } from './realistic-texts.ts';

const CALLERS = fileURLToPath(new URL('./storing-callers.ts', import.meta.url));

export interface StoringTask {
  url: string;
  key: string;
  callers: number;
  texts: readonly SyntheticText[];
}

/** Stores texts one by one, by so many callers at once, in a process of their own. @returns the durations in ms */
export async function storeByCallers(task: StoringTask): Promise<number[]> {
  const child = fork(CALLERS, { serialization: 'advanced' });
  try {
    child.send(task);
    const [durations] = (await once(child, 'message')) as [number[]];
    return durations;
  } finally {
    child.kill();
  }
}
