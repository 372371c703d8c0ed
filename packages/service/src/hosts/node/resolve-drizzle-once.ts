import module from 'node:module';

/** Earlier releases of Node have less. */
const olderNode: Partial<typeof module> = module;

const DRIZZLE = 'drizzle-orm';

/**
 * Node parses the 130 kB of exports in drizzle's package.json again for every module that is resolved to a file of it:
 * 5 ms each, 200 times, and as much again to collect the garbage.
 */
export function resolveDrizzleOnce(): void {
  let main: string | undefined;
  // Node 20 has no hooks, and a bundle none of drizzle's files.
  olderNode.registerHooks?.({
    resolve(specifier, context, next) {
      if (specifier.startsWith('.') && context.parentURL?.includes(`/node_modules/${DRIZZLE}/`))
        return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
      if (specifier !== DRIZZLE) return next(specifier, context);
      main ??= next(specifier, context).url;
      return { url: main, format: 'module', shortCircuit: true };
    },
  });
}
