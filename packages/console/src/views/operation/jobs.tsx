import { useQuery } from '@tanstack/react-query';
import type { JobsReport } from '@memory/contracts';
import { operate } from '../../session/session.ts';
import { AsyncState } from '../../ui/async-state.tsx';
import { Moment, formatCount, formatNumber, formatShare, Plain } from '../../ui/text/inline.tsx';
import { Table } from '../../ui/table.tsx';
import { useAct } from '../../ui/use-act.ts';

const ASKED_EVERY_MS = 5_000;

/** The background work: what waits, what is under way, what was given up. */
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
                <Table name="slow" head={['Statement', 'Times', 'Longest (ms)', 'Last']}>
                  {report.slow_statements.map(({ statement, count, longest_ms, at }) => (
                    <tr key={statement}>
                      <th scope="row">
                        <Plain>{statement}</Plain>
                      </th>
                      <td className="number">{formatNumber(count)}</td>
                      <td className="number">{formatNumber(longest_ms)}</td>
                      <td>
                        <Moment at={at} />
                      </td>
                    </tr>
                  ))}
                </Table>
              </>
            )}
            <h3 id="dead">Dead letters</h3>
            {report.dead.count === 0 ? (
              <p className="quiet">Nothing was given up.</p>
            ) : (
              <>
                <p>
                  {formatCount(report.dead.count, 'job was given up', 'jobs were given up')}.{' '}
                  <button type="button" onClick={() => redrive(null)}>
                    Try all of it again
                  </button>
                </p>
                <Table name="dead" head={['Job', 'Attempts', 'Given up', 'Why']}>
                  {report.dead.latest.map((each) => (
                    <tr key={`${each.job} ${JSON.stringify(each.payload)}`}>
                      <th scope="row">{each.job}</th>
                      <td className="number">{formatNumber(each.attempts)}</td>
                      <td>
                        <Moment at={each.at} />
                      </td>
                      <td>
                        <Plain>{each.last_error ?? 'It ended its process each time.'}</Plain>
                      </td>
                    </tr>
                  ))}
                </Table>
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
        <Table name="jobs" head={['Job', 'Waiting', 'Under way', 'Given up', 'Last error', 'Actions']}>
          {busy.map((queue) => (
            <tr key={queue.queue}>
              <th scope="row">{queue.queue}</th>
              <td className="number">{formatNumber(queue.visible + queue.delayed)}</td>
              <td className="number">{formatNumber(queue.inFlight)}</td>
              <td className="number">{formatNumber(queue.deadLetters)}</td>
              <td>
                <Plain>{queue.lastError ?? ''}</Plain>
              </td>
              <td>
                {queue.deadLetters > 0 && (
                  <button type="button" className="plain" onClick={() => onRedrive(queue.queue)}>
                    Try again
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
