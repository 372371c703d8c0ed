import { under } from '../requirement.ts';

/** Rate limits and the cap on manual edges. */
export const limits = under({
  'docs/decisions/http.md#16-rates-and-caps': {
    'limits.rate.reads': 'A key may make 600 reads a minute by default; beyond the burst it gets 429.',
    'limits.rate.reads-burst': "The read burst is twice the minute's rate (1,200).",
    'limits.rate.writes': 'A key may make 300 writes a minute by default; beyond the burst it gets 429.',
    'limits.rate.writes-burst': "The write burst is twice the minute's rate (600).",
    'limits.rate.per-key': 'One key over its rate does not slow another key of the workspace.',
    'limits.rate.separate-buckets': 'Writes do not use up the reads of a key, nor reads its writes.',
    'limits.rate.search-is-read': 'POST search counts as a read.',
    'limits.rate.counters-are-reads': 'POST access and POST retrieval count as reads.',
    'limits.rate.configurable': 'The rates are settings.',
    'limits.rate.refill': 'After the seconds of `Retry-After` the key is served again.',
    'limits.rate.retry-after-seconds':
      '`Retry-After` is a whole number of seconds, at least 1, on every 429.',
    'limits.rate.local-times-ten': "The local server's defaults are ten times these rates.",
    'limits.rate.graph-reads': 'POST explore and POST path count as reads.',
    'limits.relationship-rate':
      'A workspace may write 120 relationships a minute with a burst of 120, over all its keys; then 429 without a code.',
    'limits.relationship-rate.per-workspace':
      'One workspace over its relationship rate does not slow another.',
    'limits.edge-cap.least-100':
      'A workspace may hold at least 100 manual edges however few memories it has; the next is 429.',
    'limits.edge-cap.ten-a-memory': 'With more than 10 memories the cap is 10 manual edges a memory.',
    'limits.edge-cap.pair-counts-once': 'A mirrored `related_to` pair counts once against the cap.',
    'limits.edge-cap.retry-after': "The cap's 429 carries `Retry-After` and no code.",
    'limits.edge-cap.discovered-free': 'Discovered edges do not count against the cap.',
    'limits.observation-rate': 'A key may send 120 observation calls a minute; then 429 with `Retry-After`.',
  },
});
