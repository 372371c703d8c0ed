import type { ImportOutcome } from '@memory/contracts';

export interface Sample {
  title: string;
  memory_type: string;
  created_at: string | null;
  author: string | null;
  place: string;
}

/** Places that are named for one reason. */
const PLACES_MAX = 5;
const SAMPLES_MAX = 10;

/** What an import came to, by reason. */
export class ImportReport {
  readonly records: Record<ImportOutcome, number> = {
    imported: 0,
    updated: 0,
    unchanged: 0,
    kept: 0,
    duplicate: 0,
    forgotten: 0,
    rejected: 0,
  };
  readonly sessions = { imported: 0, unchanged: 0, captured: 0, forgotten: 0, rejected: 0, observations: 0 };
  readonly relationships = { created: 0, present: 0, missing: 0, refused: 0 };
  readonly passed = new Map<string, { count: number; places: string[] }>();
  readonly samples: Sample[] = [];
  redacted = 0;

  pass(reason: string, place: string): void {
    const entry = this.passed.get(reason) ?? { count: 0, places: [] };
    entry.count += 1;
    if (entry.places.length < PLACES_MAX && !entry.places.includes(place)) entry.places.push(place);
    this.passed.set(reason, entry);
  }

  sample(sample: Sample): void {
    if (this.samples.length < SAMPLES_MAX) this.samples.push(sample);
  }

  /** All that was read. */
  get read(): number {
    return [...Object.values(this.records), ...Object.values({ ...this.sessions, observations: 0 })].reduce(
      (sum, count) => sum + count,
      0,
    );
  }

  toJSON() {
    const { records, sessions, relationships, samples, redacted } = this;
    return {
      records,
      sessions,
      relationships,
      passed: Object.fromEntries(this.passed),
      redacted_secrets: redacted,
      samples,
    };
  }
}
