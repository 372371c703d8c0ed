import { inject } from 'vitest';
import { awaitAssembly } from './synthesize.ts';

// The stack is synthesized while tests that do not need it run.
await awaitAssembly(inject('assembly'));
