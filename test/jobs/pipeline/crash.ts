import type { Database } from '@memory/db';
import type { Runtime } from '@memory/service';

class Killed extends Error {}

/** A process that dies at its n-th call of the world: `before` it has had any effect, or `after`, its answer lost. */
export interface Crash {
  wrap(services: Runtime): Runtime;
  /** Calls so far. */
  calls(): number;
}

export function crashAt(place: number, moment: 'before' | 'after'): Crash {
  let calls = 0;
  const through = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    calls += 1;
    // Nothing that a dead process calls happens.
    if (calls > place || (calls === place && moment === 'before')) throw new Killed();
    const result = await work();
    if (calls >= place) throw new Killed();
    return result;
  };
  const wrapDatabase = (db: Database): Database =>
    new Proxy(db, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (name !== 'execute' && name !== 'transaction') return member;
        return (...values: unknown[]) =>
          through(async () => (member as (...values: unknown[]) => Promise<unknown>).apply(target, values));
      },
    });
  return {
    calls: () => calls,
    wrap(services) {
      const queue = {
        ...services.queue,
        send: (...message: Parameters<Runtime['queue']['send']>) =>
          through(() => services.queue.send(...message)),
      };
      const { provider } = services.embedding;
      const embedder =
        typeof provider === 'string'
          ? provider
          : {
              ...provider,
              embedder: {
                ...provider.embedder,
                embed: (...texts: Parameters<typeof provider.embedder.embed>) =>
                  through(() => provider.embedder.embed(...texts)),
              },
            };
      return {
        ...services,
        db: wrapDatabase(services.db),
        queue,
        // As of requests: a message that cannot be sent fails nothing.
        jobs: {
          enqueue: (name, ...bodies) =>
            queue
              .send(
                name,
                bodies.map((body) => ({ body })),
              )
              .catch(() => undefined),
          enqueueLater: (delaySeconds, name, ...bodies) =>
            queue
              .send(
                name,
                bodies.map((body) => ({ body, delaySeconds })),
              )
              .catch(() => undefined),
        },
        embedding: { ...services.embedding, provider: embedder },
      };
    },
  };
}
