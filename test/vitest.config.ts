import { defineConfig } from 'vitest/config';

// Every process runs in UTC: the Data API returns timestamps without an offset and drizzle reads them as local time.
process.env.TZ = 'UTC';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // An embedded database takes 300 to 500 MB: two workers, one database each.
    maxWorkers: 2,
    pool: 'forks',
  },
});
