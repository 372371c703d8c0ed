import { useQuery } from '@tanstack/react-query';
import type { JobsReport } from '@memory/contracts';
import { operate } from '../../session/session.ts';
import { AsyncState, Button } from '../../ui/parts.tsx';
import { Moment, formatCount, formatNumber, formatShare, Plain } from '../../ui/text/inline.tsx';
import { Table } from '../../ui/table.tsx';
import { useAct } from '../../ui/hooks.ts';

const ASKED_EVERY_MS = 5_000;

export function Jobs() {
  const act = useAct();
  const query = useQuery({
    queryKey: ['jobs'],
    queryFn: ({ signal }) => operate('showJobs', {}, signal),
    refetchInterval: ASKED_EVERY_MS,
  });
  const redrive = (queue: string | null) =>
    void act({
      run: () => operate('redriveJobs', { queue: queue as never }),
      done: 'It is tried again, with all its attempts.',
      once: 'redrive',
    });
  return (
    <section>
      <h2 id="jobs">Background work</h2>
      <AsyncState query={query}>
        {(report) => (
          <>
            <Queues report={report} onRedrive={redrive} />
            {report.reembeddings.map(({ workspace_id, name, model, done, total }) => (
              <p key={workspace_id}>
                <Plain>{name}</Plain> is being embedded anew with <Plain>{model}</Plain>:{' '}
                <progress max={total} value={done} aria-label="Embedding anew" />{' '}
                {formatShare(total > 0 ? done / total : 1)}
              </p>
            ))}
            {report.slow_statements.length > 0 && (
              <>
                <h3 id="slow">Slow statements</h3>
                <Table
                  name="slow"
                  rows={report.slow_statements}
                  keyOf={({ statement }) => statement}
                  columns={{
                    Statement: ({ statement }) => statement,
                    Times: ({ count }) => count,
                    'Longest (ms)': ({ longest_ms }) => longest_ms,
                    Last: ({ at }) => <Moment at={at} />,
                  }}
                />
              </>
            )}
            <h3 id="dead">Dead letters</h3>
            {report.dead.count === 0 ? (
              <p className="quiet">Nothing was given up.</p>
            ) : (
              <>
                <p>
                  {formatCount(report.dead.count, 'job was given up', 'jobs were given up')}.{' '}
                  <Button on={() => redrive(null)}>Try all of it again</Button>
                </p>
                <Table
                  name="dead"
                  rows={report.dead.latest}
                  keyOf={({ job, payload }) => `${job} ${JSON.stringify(payload)}`}
                  columns={{
                    Job: ({ job }) => job,
                    Attempts: ({ attempts }) => attempts,
                    'Given up': ({ at }) => <Moment at={at} />,
                    Why: ({ last_error }) => last_error ?? 'It ended its process each time.',
                  }}
                />
              </>
            )}
          </>
        )}
      </AsyncState>
    </section>
  );
}

function Queues({ report, onRedrive }: { report: JobsReport; onRedrive: (queue: string) => void }) {
  const { pending } = report;
  const busy = report.queues.filter(
    ({ visible, inFlight, delayed, deadLetters, lastError }) =>
      visible + inFlight + delayed + deadLetters > 0 || lastError !== null,
  );
  const waits = pending.embedding + pending.discovery;
  return (
    <>
      <p className="quiet">
        {waits === 0
          ? 'Every memory is embedded and related.'
          : `${formatCount(pending.embedding, 'memory waits for its embedding', 'memories wait for their embedding')}, ${formatNumber(pending.discovery)} to be related.`}
        {busy.length === 0 && ' No job waits.'}
      </p>
      {busy.length > 0 && (
        <Table
          name="jobs"
          rows={busy}
          keyOf={({ queue }) => queue}
          columns={{
            Job: ({ queue }) => queue,
            Waiting: ({ visible, delayed }) => visible + delayed,
            'Under way': ({ inFlight }) => inFlight,
            'Given up': ({ deadLetters }) => deadLetters,
            'Last error': ({ lastError }) => lastError,
            Actions: ({ queue, deadLetters }) =>
              deadLetters > 0 && (
                <Button kind="plain" on={() => onRedrive(queue)}>
                  Try again
                </Button>
              ),
          }}
        />
      )}
    </>
  );
}
