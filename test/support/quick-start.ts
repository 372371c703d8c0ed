/** Loaded before all else by the processes that run tests. */
import module from 'node:module';
import { resolveDrizzleOnce } from '@memory/service/resolve-drizzle-once';

resolveDrizzleOnce();

// Vitest tells its main process of every import, for runs that watch files: a second of the processor for each worker.
const { registerHooks } = module;
module.registerHooks = (hooks) => {
  const { resolve } = hooks;
  return registerHooks({
    ...hooks,
    ...(resolve && {
      resolve: (specifier, context, next) =>
        /vitest=|mock=/u.test(specifier) ? resolve(specifier, context, next) : next(specifier, context),
    }),
  });
};
