import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { WorkspaceOverview } from '@memory/contracts';
import { useRights, useOperation, useAsk } from '../session/session-context.ts';
import { operate } from '../session/session.ts';
import { AsyncState, Loading } from '../ui/parts.tsx';
import {
  MemoryRows,
  formatCount,
  formatNumber,
  Plain,
  CommandLine,
  Count,
  Said,
  withRef,
} from '../ui/text/inline.tsx';
import { useInbox, type InboxGroup } from './inbox/use-inbox.tsx';

const FirstRun = lazy(async () => ({ default: (await import('./first-run.tsx')).FirstRun }));

const SHOWN = 8;

/** The week: memories and their authors, recalls that helped, matters for a person, and whether all is well. */
export function HomeView() {
  const overview = useOperation('showWorkspace', {}, { everyMs: 10_000 });
  return (
    <>
      <h1>Home</h1>
      <AsyncState query={overview}>
        {(all) =>
          all.holds.memories === 0 && all.holds.documents === 0 ? (
            <Suspense fallback={<Loading />}>
              <FirstRun overview={all} />
            </Suspense>
          ) : (
            <Week overview={all} />
          )
        }
      </AsyncState>
    </>
  );
}

function Week({ overview }: { overview: WorkspaceOverview }) {
  const latest = useAsk(['latest'], (client, signal) =>
    client.listMemories({ query: { ordering: '-created_at', limit: SHOWN }, signal }),
  );
  const recalled = useAsk(['recalled'], (client, signal) =>
    client.listMemories({ query: { ordering: '-retrieval_count', limit: SHOWN }, signal }),
  );
  const { groups, waiting } = useInbox();
  const { learnt, helped, holds } = overview;
  const count = learnt.reduce((sum, each) => sum + each.count, 0);
  return (
    <>
      <Health overview={overview} open={waiting ? undefined : groups.flatMap(({ items }) => items).length} />
      {waiting ? <p className="needs quiet">Looking what needs a person …</p> : <Needs groups={groups} />}
      <NextStep overview={overview} />
      <div className="halves">
        <section aria-labelledby="learnt">
          <h2 id="learnt">
            Learnt this week <Count of={count} />
          </h2>
          <p className="crumbs">
            <Link to="/search" search={{ days: 7 }}>
              All of them
            </Link>
          </p>
          {count === 0 && <p className="quiet">Nothing new. {formatNumber(holds.memories)} in all.</p>}
          <Bars rows={learnt} />
          <AsyncState query={latest}>
            {(memories) => <MemoryRows label="The latest" of={memories.map(withRef)} />}
          </AsyncState>
        </section>
        <section aria-labelledby="recalled">
          <h2 id="recalled">Recalled and helped</h2>
          <p className="crumbs">
            <Link to="/sessions">What each session was told</Link>
          </p>
          <Worth />
          {helped.length > 0 && (
            <MemoryRows label="What was said of memories" of={helped} at={({ said_at }) => said_at}>
              {({ useful, context }) => (
                <>
                  <span className={useful ? 'tag good' : 'tag'}>{useful ? 'helped' : 'did not help'}</span>
                  <Said className="quiet" of={context} />
                </>
              )}
            </MemoryRows>
          )}
          <h3>Recalled most</h3>
          <AsyncState
            query={recalled}
            isEmpty={(memories) => memories.every(({ retrieval_count }) => retrieval_count === 0)}
            empty="Nothing was recalled yet."
          >
            {(memories) => (
              <MemoryRows of={memories.filter(({ retrieval_count }) => retrieval_count > 0).map(withRef)}>
                {(memory) => <span className="number">{formatCount(memory.retrieval_count, 'time')}</span>}
              </MemoryRows>
            )}
          </AsyncState>
        </section>
      </div>
    </>
  );
}

function Worth() {
  const stats = useAsk(['stats'], (client, signal) => client.getStats({ query: {}, signal }));
  return (
    <AsyncState query={stats}>
      {({ told, unanswered }) => (
        <>
          <dl className="figures">
            {(
              [
                ['told this week', told.memories],
                ['of them used', told.used],
                ['outdated, marked before an edit', told.outdated],
                ['questions without an answer', unanswered.length],
              ] as const
            ).map(([name, count]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="number">{formatNumber(count)}</dd>
              </div>
            ))}
          </dl>
          {unanswered.length > 0 && (
            <ul className="rows" aria-label="Asked in vain">
              {unanswered.map(({ question, times, answers }) => (
                <li key={question} className="row">
                  <Link to="/search" search={{ q: question }}>
                    <Plain>{question}</Plain>
                  </Link>
                  {answers.map(({ memory, title }) => (
                    <span key={memory} className="tag good" title={title}>
                      <Link to="/memories/$ref" params={{ ref: memory }}>
                        answered since
                      </Link>
                    </span>
                  ))}
                  <span className="number">{formatCount(times, 'time')}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </AsyncState>
  );
}

interface HealthProps {
  overview: WorkspaceOverview;
  /** How much waits for a person; undefined until it is known. */
  open: number | undefined;
}

function Health({ overview: { embedding, holds, agents }, open }: HealthProps) {
  const { isOperator } = useRights();
  const jobs = useQuery({
    queryKey: ['jobs'],
    queryFn: ({ signal }) => operate('showJobs', {}, signal),
    enabled: isOperator,
    refetchInterval: 10_000,
  });
  const waiting = holds.memories - embedding.embedded - embedding.refused;
  const dead = jobs.data?.dead.count ?? 0;
  const faults = [
    ...(dead > 0 ? [formatCount(dead, 'job was given up', 'jobs were given up')] : []),
    ...(embedding.refused > 0
      ? [`${formatCount(embedding.refused, 'memory', 'memories')} could not be embedded`]
      : []),
  ];
  const [agent] = agents;
  return (
    <p className={faults.length > 0 ? 'health warn' : 'health'} role="status">
      <span className="dot" aria-hidden="true" />
      {faults.length > 0 ? `${faults.join(', ')}.` : open === 0 ? 'All is well.' : 'Nothing failed.'}{' '}
      {formatCount(holds.memories, 'memory', 'memories')}
      {waiting > 0 ? `, ${formatNumber(waiting)} being embedded` : ''},{' '}
      {formatCount(holds.sessions, 'session')}, {formatCount(holds.documents, 'document')},{' '}
      {formatCount(holds.symbols, 'symbol')};{' '}
      {agent ? (
        <>
          last agent <Plain>{agent.agent}</Plain>.
        </>
      ) : (
        'no agent yet.'
      )}{' '}
      <Link to="/operation">Operation</Link>
    </p>
  );
}

function Needs({ groups }: { groups: readonly InboxGroup[] }) {
  const filled = groups.filter(({ items }) => items.length > 0);
  if (filled.length === 0) return <p className="needs quiet">Nothing needs a person.</p>;
  return (
    <p className="needs meta">
      <span>Needs a person:</span>
      {filled.map(({ id, name, items }) => (
        <Link key={id} to="/inbox" hash={id}>
          {name} {formatNumber(items.length)}
        </Link>
      ))}
    </p>
  );
}

/** Below so many memories there is more to gain from a first step than from figures. */
const LITTLE = 10;

function NextStep({ overview: { holds, agents } }: { overview: WorkspaceOverview }) {
  if (holds.memories >= LITTLE && agents.length > 0) return null;
  const [words, command] =
    agents.length === 0
      ? ['No agent has worked with this memory yet. Connect the ones on this machine:', 'setup']
      : ['There is little here yet. The history of a repository is a start:', 'import git'];
  return (
    <p className="note plain">
      {words} <CommandLine>{`workspace-memory ${command}`}</CommandLine>
    </p>
  );
}

/** Amounts beside each other: the number says it, the bar shows it. Those without a name come last. */
function Bars({ rows }: { rows: readonly { name: string | null; count: number }[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul className="bars">
      {rows
        .toSorted((a, b) => Number(a.name === null) - Number(b.name === null))
        .map(({ name, count }) => (
          <li key={name}>
            <Said of={name ?? 'without a name'} />
            <span style={{ '--share': count / most } as object} />
            <span className="number">{formatNumber(count)}</span>
          </li>
        ))}
    </ul>
  );
}
