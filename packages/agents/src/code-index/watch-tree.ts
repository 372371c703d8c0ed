import path from 'node:path';
import { isIgnoredByDefault } from '@memory/code-graph';
import { watch } from 'chokidar';

/** Editors and version control write many files at once: a pass begins when they have been quiet for so long. */
const QUIET_MS = 500;

export interface WatchTreeOptions {
  root: string;
  /** Ends the watch. */
  signal: AbortSignal;
  /** Called when the watch has begun, and after each burst of changes; never while it is still running. */
  onChange: () => Promise<void>;
}

/** Watches a working tree, folders of dependencies and build output left out, until the signal is aborted. */
export async function watchTree({ root, signal, onChange }: WatchTreeOptions): Promise<void> {
  const top = path.resolve(root);
  const isIgnored = (file: string, isFolder: boolean) => {
    const relative = path.relative(top, file).replaceAll(path.sep, '/');
    return isFolder && relative !== '' && isIgnoredByDefault(relative);
  };
  const watcher = watch(top, {
    ignored: (file, stats) => isIgnored(file, stats?.isDirectory() ?? false),
    ignoreInitial: true,
    followSymlinks: false,
  });
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  let [isRunning, isStale] = [false, true];
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      while (isStale && !signal.aborted) {
        isStale = false;
        await onChange();
      }
    } finally {
      isRunning = false;
    }
  };
  watcher
    .on('ready', () => {
      run().catch(fail);
    })
    .on('all', () => {
      isStale = true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        run().catch(fail);
      }, QUIET_MS);
    })
    .on('error', fail);
  signal.addEventListener('abort', () => end(), { once: true });
  if (signal.aborted) end();
  try {
    await ended;
  } finally {
    clearTimeout(timer);
    await watcher.close();
  }
}
