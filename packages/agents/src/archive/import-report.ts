import { entriesOf, RECORD_OUTCOMES, type RecordOutcome } from '@memory/contracts';
import { printableLine } from '@memory/text/printable';
import { describeRedacted, say, warn, ownCommand } from '../command/print.ts';
import type { Connection } from '../connection/connection.ts';

interface Sample {
  title: string;
  /** `session`, or the type of the memory. */
  what: string;
  created_at: string | null;
  author: string | null;
  place: string;
}

const PLACES_MAX = 5;
const SAMPLES_MAX = 10;
const MESSAGES_MAX = 50;

const KIND = /^[a-z_]{1,40}$/u;

export class ImportReport {
  readonly outcomes: Record<string, Partial<Record<RecordOutcome, number>>> = {};
  readonly passed = new Map<string, { count: number; places: string[] }>();
  readonly samples: Sample[] = [];
  /** Why records were not taken; the first of them. */
  readonly messages: { place: string; message: string; outcome: RecordOutcome }[] = [];
  messageCount = 0;
  redacted: Connection['redacted'] = { count: 0, where: new Set() };

  count(record: unknown, outcome: RecordOutcome, place: string): void {
    const given = (record ?? {}) as Partial<Record<string, unknown>>;
    const { record: named } = given;
    const kind = typeof named === 'string' && KIND.test(named) ? named : 'memory';
    const counts = (this.outcomes[kind] ??= {});
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    if (outcome !== 'created' && outcome !== 'updated') return;
    const text = (name: string) => (typeof given[name] === 'string' ? given[name] : null);
    const title = text('title') ?? text('session_id');
    if (title !== null && kind !== 'observation' && this.samples.length < SAMPLES_MAX)
      this.samples.push({
        title,
        what: kind === 'memory' ? (text('memory_type') ?? 'general') : kind,
        created_at: text('created_at') ?? text('updated_at') ?? text('started_at'),
        author: text('author') ?? text('user_email'),
        place,
      });
  }

  tell(place: string, message: string, outcome: RecordOutcome): void {
    this.messageCount += 1;
    if (this.messages.length < MESSAGES_MAX) this.messages.push({ place, message, outcome });
  }

  /** Notes that something is no record, or not asked for. */
  pass(reason: string, place: string): void {
    const entry = this.passed.get(reason) ?? { count: 0, places: [] };
    entry.count += 1;
    if (entry.places.length < PLACES_MAX && !entry.places.includes(place)) entry.places.push(place);
    this.passed.set(reason, entry);
  }

  /** How many records came to each outcome, whatever their kind. */
  get totals(): Record<RecordOutcome, number> {
    const totals = Object.fromEntries(RECORD_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
      RecordOutcome,
      number
    >;
    for (const counts of Object.values(this.outcomes))
      for (const [outcome, number] of entriesOf<RecordOutcome, number>(counts)) totals[outcome] += number;
    return totals;
  }

  toJSON() {
    const { outcomes, samples, messages, messageCount, redacted } = this;
    return {
      outcomes,
      passed: Object.fromEntries(this.passed),
      messages,
      message_count: messageCount,
      redacted_secrets: redacted.count,
      samples,
    };
  }
}

const MEANING: Record<RecordOutcome, [done: string, dry: string]> = {
  created: ['imported', 'would be imported'],
  updated: ['changed', 'would be changed'],
  unchanged: ['here already', 'here already'],
  kept: ['differ here and stay', 'differ here and would stay'],
  forgotten: ['were forgotten here and do not come back', 'were forgotten here and would not come back'],
  duplicate: ['say the same as another one', 'say the same as another one'],
  incomplete: ['refer to what is not here', 'refer to what is not here'],
  invalid: ['are no valid records', 'are no valid records'],
};

export const PLURALS: Partial<Record<string, string>> = {
  session: 'sessions',
  observation: 'observations',
  document: 'documents',
  memory: 'memories',
  relationship: 'relationships',
  tombstone: 'tombstones',
};

/** Outcomes that somebody may want to mend. */
const FAULTS: ReadonlySet<RecordOutcome> = new Set(['invalid', 'incomplete']);

export function printReport(
  report: ImportReport,
  { dryRun, batch }: { dryRun: boolean; batch: string },
): void {
  const { created, updated } = report.totals;
  for (const [kind, counts] of Object.entries(report.outcomes))
    say(
      `${PLURALS[kind] ?? kind}: ${entriesOf<RecordOutcome, number>(counts)
        .map(([outcome, number]) => `${number} ${MEANING[outcome][dryRun ? 1 : 0]}`)
        .join(', ')}.`,
    );
  if (Object.keys(report.outcomes).length === 0) say('There was nothing to import.');
  if (dryRun && report.samples.length > 0) say('For example:');
  for (const { what, title, created_at, author, place } of dryRun ? report.samples : [])
    say(
      `  ${printableLine(`${what}: ${title} (${[created_at?.slice(0, 10), author, place].filter(Boolean).join(', ')})`)}`,
    );
  const { count: secrets, where } = report.redacted;
  if (secrets > 0) say(describeRedacted(secrets, [...where]));
  for (const { place, message, outcome } of report.messages)
    if (FAULTS.has(outcome)) say(printableLine(`${place}: ${message}`));
  if (!dryRun && created + updated > 0) say(`To take it back: ${ownCommand()} import --undo ${batch}`);
  for (const [reason, { count, places }] of report.passed)
    warn(
      printableLine(
        `Passed over, ${reason}: ${places.join(', ')}${count > places.length ? ` (${count} in all)` : ''}`,
      ),
    );
}
