import { afterAll } from 'vitest';
import { sharedHost } from './service.ts';

// Starting takes seconds, more on a busy machine: it is not to count against the time of the first test.
const host = await sharedHost();

afterAll(() => host.forgetJobs());
