/** Loaded before all else by the processes that run tests. */
import { resolveDrizzleOnce } from '@memory/service/resolve-drizzle-once';

resolveDrizzleOnce();
