/** What one check of a service or an account came to. */
export interface Finding {
  check: string;
  state: 'ok' | 'failed' | 'skipped';
  /** What was seen; of a failure, what is wrong. */
  detail: string;
  /** Of a failure: what mends it. */
  remedy?: string;
  ms?: number;
}
