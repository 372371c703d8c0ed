/** Loaded before all else by the processes that run tests. */
import { resolveDrizzleOnce } from '@memory/local/resolve-drizzle-once';

resolveDrizzleOnce();
