import { createLocalJobQueue, type LocalJobQueue } from '@memory/providers/job-queue/local';

export interface RenewableJobQueue extends LocalJobQueue {
  /** Goes on with empty queues and the same handlers. */
  renew(): void;
}

/**
 * A queue that delivers only when it is drained. What a file of tests leaves in it would be work for the next one that drains:
 * random requests at every endpoint leave a minute of it.
 */
export function createRenewableJobQueue(): RenewableJobQueue {
  const consumers: Parameters<LocalJobQueue['consume']>[] = [];
  const create = () => createLocalJobQueue({ background: false });
  let queue = create();
  return {
    send: (...call) => queue.send(...call),
    consume: (...call) => {
      consumers.push(call);
      queue.consume(...call);
    },
    statistics: () => queue.statistics(),
    redrive: (name) => queue.redrive(name),
    deadLetters: (name) => queue.deadLetters(name),
    drain: (options) => queue.drain(options),
    stop: () => queue.stop(),
    renew: () => {
      queue = create();
      for (const call of consumers) queue.consume(...call);
    },
  };
}
