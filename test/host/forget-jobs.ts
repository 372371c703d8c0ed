import { afterAll } from 'vitest';
import { sharedHosts } from './service.ts';

afterAll(async () => {
  for (const host of await sharedHosts()) host.forgetJobs();
});
