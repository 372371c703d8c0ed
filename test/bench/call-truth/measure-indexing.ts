import { readFile } from 'node:fs/promises';
import { resolveEdges } from '@memory/code-graph';
import { indexed } from './indexed.ts';

const startedAt = performance.now();
const files = await indexed(process.argv[2] ?? '.');
const parsedAt = performance.now();
resolveEdges(files);
const [reading, resolving] = [parsedAt - startedAt, performance.now() - parsedAt];
// Linux counts into `maxRSS` what the process was forked from.
const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
const own = /^VmHWM:\s+(\d+) kB/mu.exec(status)?.[1];
const memory = (own === undefined ? process.resourceUsage().maxRSS : Number(own)) / 1_024;
console.log(
  `${((files.length / reading) * 1_000).toFixed(0)}\t${resolving.toFixed(0)} ms\t${memory.toFixed(0)} MB`,
);
