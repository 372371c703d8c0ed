import { withoutMarks } from '@memory/text/printable';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { summaryInShort } from '@memory/text/session-summary';
import { useClient, useSession } from '../../session/session-context.ts';
import { useLatestActs } from '../../session/use-latest-acts.ts';
import { AsyncState } from '../../ui/async-state.tsx';
import { CommandLine, Moment, formatCount, Plain } from '../../ui/text/inline.tsx';
import { useListKeys } from '../../ui/use-shortcuts.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';

const PAGE = 100;

/** Characters of a heading. */
const HEADING_LENGTH = 80;

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
const dayOf = (at: string): string => DAY.format(new Date(at));

export function headingOf(
  {
    first_prompt,
    project_name,
    session_id,
  }: { first_prompt?: string | null | undefined; project_name: string; session_id: string },
  asked: string | undefined,
): string {
  const line = first_prompt?.split('\n').find((each) => each.trim() !== '') ?? asked;
  if (line === undefined) return project_name === '' ? session_id : `Nothing asked yet in ${project_name}`;
  return line.length > HEADING_LENGTH ? `${line.slice(0, HEADING_LENGTH).trimEnd()} …` : line;
}

export function SessionsView() {
  const client = useClient();
  const { workspaceId } = useSession();
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const query = useInfiniteQuery({
    queryKey: ['sessions', workspaceId],
    queryFn: ({ signal, pageParam }) =>
      client.listSessions({ query: { limit: PAGE, offset: pageParam, first_prompts: true }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => (pages.length * PAGE < count ? pages.length * PAGE : undefined),
  });
  return (
    <>
      <h1>Sessions</h1>
      <Now />
      <AsyncState
        query={query}
        isEmpty={({ pages }) => pages[0]?.count === 0}
        empty={
          <>
            <p>No agent has worked here yet. Connect the ones on this machine:</p>
            <CommandLine>workspace-memory setup</CommandLine>
          </>
        }
      >
        {({ pages }) => {
          const sessions = pages.flatMap(({ results }) => results);
          return (
            <div ref={list}>
              <p className="quiet">{formatCount(pages[0]?.count ?? 0, 'session')}</p>
              <VirtualRows
                className="rows"
                label="Sessions"
                rows={sessions}
                keyOf={({ session_id }) => session_id}
                estimate={62}
                isBusy={query.isFetching}
                onEnd={() => void (query.hasNextPage && query.fetchNextPage())}
              >
                {(session, at) => {
                  const { asked, outcome } = summaryInShort(session.summary ?? '');
                  const day = dayOf(session.started_at);
                  const before = sessions[at - 1];
                  return (
                    <>
                      {(!before || dayOf(before.started_at) !== day) && <h2>{day}</h2>}
                      <div className="row tall">
                        <Link to="/sessions/$id" params={{ id: session.session_id }} data-item>
                          <Plain>{headingOf(session, asked)}</Plain>
                          {session.branch_name && (
                            <span className="tag">
                              <Plain>{session.branch_name}</Plain>
                            </span>
                          )}
                          {session.is_active && <span className="tag live">under way</span>}
                        </Link>
                        <Moment at={session.started_at} />
                        {outcome !== undefined && (
                          <p className="snippet">
                            <Plain>{withoutMarks(outcome)}</Plain>
                          </p>
                        )}
                        {session.project_name && session.project_name !== before?.project_name && (
                          <p className="meta">
                            <Plain>{session.project_name}</Plain>
                          </p>
                        )}
                      </div>
                    </>
                  );
                }}
              </VirtualRows>
            </div>
          );
        }}
      </AsyncState>
    </>
  );
}

/** Actions of agents in the sessions that are under way. */
function Now() {
  const data = useLatestActs();
  if (!data || data.acts.length === 0) return null;
  return (
    <section aria-labelledby="now">
      <h2 id="now">
        Now <span className="tag live">live</span>
      </h2>
      <ol className="rows" aria-label="What agents do now">
        {data.acts.map(({ id, session_id, agent, person, project, kind, tool, files, text, occurred_at }) => (
          <li key={id} className="row">
            <Link to="/sessions/$id" params={{ id: session_id }}>
              <span className="tag">
                <Plain>{tool ?? (kind ?? 'observed').replaceAll('_', ' ')}</Plain>
              </span>
              <Plain>{files[0] ?? text}</Plain>
            </Link>
            <span className="quiet">
              <Plain>{[agent, person, project].filter(Boolean).join(' · ')}</Plain>
            </span>
            <Moment at={occurred_at} />
          </li>
        ))}
      </ol>
    </section>
  );
}
