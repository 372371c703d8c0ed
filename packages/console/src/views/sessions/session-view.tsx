import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { summaryInShort, summaryMarkdown } from '@memory/text/session-summary';
import { useClient, useSession } from '../../session/session-context.ts';
import { useOperation, useAsk } from '../../session/use-operation.ts';
import { AsyncState, Loading } from '../../ui/async-state.tsx';
import { MemoryRow, formatNumber, Moment, Plain } from '../../ui/text/inline.tsx';
import { useListKeys } from '../../ui/use-shortcuts.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { headingOf } from './sessions-view.tsx';

const route = getRouteApi('/sessions/$id');

const Markdown = lazy(() => import('../../ui/text/markdown.tsx'));

const PAGE = 500;

/** Characters of an observation that are shown at first. */
const SHOWN = 600;

/** A session: its summary, what was drawn from it, what it was told, and what happened in it. */
export function SessionView() {
  const { id } = route.useParams();
  const page = useRef<HTMLDivElement>(null);
  useListKeys(page);
  const session = useAsk(['session', id], (client, signal) =>
    client.getSession({ path: { session_id: id }, signal }),
  );
  const trace = useOperation('traceSession', { sessionId: id });
  const observations = useObservations(id);
  const first =
    observations.data?.pages[0]?.results.find(({ kind }) => kind === 'user_prompt')?.content ?? null;
  return (
    <AsyncState query={session}>
      {(found) => (
        <div ref={page}>
          <p className="crumbs">
            <Link to="/sessions">Sessions</Link>
          </p>
          <h1>
            <Plain>
              {headingOf({ ...found, first_prompt: first }, summaryInShort(found.summary ?? '').asked)}
            </Plain>
          </h1>
          <p className="meta">
            {found.project_name && (
              <span>
                <Plain>{found.project_name}</Plain>
              </span>
            )}
            <code>
              <Plain>{found.session_id}</Plain>
            </code>
            {found.branch_name && (
              <span className="tag">
                <Plain>{found.branch_name}</Plain>
              </span>
            )}
            {(found.user_email ?? found.user_id) && (
              <span>
                by <Plain>{found.user_email ?? found.user_id ?? ''}</Plain>
              </span>
            )}
            {typeof found.metadata_json['agent'] === 'string' && (
              <span>
                with <Plain>{found.metadata_json['agent']}</Plain>
              </span>
            )}
            <span>
              began <Moment at={found.started_at} />
            </span>
            {found.ended_at ? (
              <span>
                ended <Moment at={found.ended_at} />
              </span>
            ) : (
              <span className="tag live">under way</span>
            )}
          </p>
          <h2>Summary</h2>
          {found.summary ? (
            <Suspense fallback={<Loading />}>
              <Markdown text={summaryMarkdown(found.summary)} />
            </Suspense>
          ) : (
            <p className="quiet">None yet: it is written when the session ends.</p>
          )}
          <AsyncState query={trace}>
            {({ drawn, told }) => (
              <>
                <h2>What was learnt in it</h2>
                {drawn.length === 0 && <p className="quiet">No memory was drawn from it.</p>}
                <ul className="rows">
                  {drawn.map((memory) => (
                    <li key={memory.memory}>
                      <MemoryRow memory={memory}>
                        {memory.observations > 0 && (
                          <span className="quiet">from {formatNumber(memory.observations)} observations</span>
                        )}
                      </MemoryRow>
                    </li>
                  ))}
                </ul>
                <h2>What it was told</h2>
                {told.length === 0 && <p className="quiet">It was told nothing.</p>}
                {told.length > 0 && (
                  <p className="quiet">
                    {formatNumber(told.filter(({ used }) => used !== null).length)} of{' '}
                    {formatNumber(told.length)} showed themselves of use.
                  </p>
                )}
                <ul className="rows">
                  {told.map((memory) => (
                    <li key={memory.memory}>
                      <MemoryRow memory={memory} at={memory.told_at}>
                        <span className="quiet">
                          for <Plain>{memory.wanted}</Plain>
                        </span>
                        {memory.used ? (
                          <span className="tag good">used: {memory.used}</span>
                        ) : (
                          <span className="tag">not used</span>
                        )}
                      </MemoryRow>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </AsyncState>
          <Timeline
            query={observations}
            titles={new Map(trace.data?.told.map(({ memory, title }) => [memory, title]))}
          />
        </div>
      )}
    </AsyncState>
  );
}

const told = (content: string, titles: ReadonlyMap<string, string>): string => {
  const [, moment = '', refs = ''] = /^(\w+): (.*)$/su.exec(content) ?? [];
  return `told at the ${moment}: ${refs
    .split(', ')
    .map((ref) => titles.get(ref) ?? ref)
    .join('; ')}`;
};

function useObservations(sessionId: string) {
  const client = useClient();
  const { workspaceId } = useSession();
  return useInfiniteQuery({
    queryKey: ['observations', workspaceId, sessionId],
    queryFn: ({ signal, pageParam }) =>
      client.listObservations({
        path: { session_id: sessionId },
        query: { limit: PAGE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => (pages.length * PAGE < count ? pages.length * PAGE : undefined),
  });
}

interface TimelineProps {
  query: ReturnType<typeof useObservations>;
  titles: ReadonlyMap<string, string>;
}

function Timeline({ query, titles }: TimelineProps) {
  return (
    <>
      <h2>What happened</h2>
      <AsyncState
        query={query}
        isEmpty={({ pages }) => pages[0]?.count === 0}
        empty={<p className="quiet">Nothing was observed in it.</p>}
      >
        {({ pages }) => (
          <>
            <p className="quiet">{formatNumber(pages[0]?.count ?? 0)} observations</p>
            <VirtualRows
              className="timeline"
              label="What happened"
              rows={pages.flatMap(({ results }) => results)}
              keyOf={({ id }) => id}
              estimate={70}
              isBusy={query.isFetching}
              onEnd={() => void (query.hasNextPage && query.fetchNextPage())}
            >
              {(each) => (
                <>
                  <p className="meta">
                    <span className="tag">
                      <Plain>{(each.kind ?? 'observed').replaceAll('_', ' ')}</Plain>
                    </span>
                    {each.tool_name && (
                      <span>
                        <Plain>{each.tool_name}</Plain>
                      </span>
                    )}
                    {each.files.map((file) => (
                      <Link key={file} to="/search" search={{ files: [file] }}>
                        <Plain>{file}</Plain>
                      </Link>
                    ))}
                    <Moment at={each.occurred_at} />
                  </p>
                  <Observed text={each.kind === 'injection' ? told(each.content, titles) : each.content} />
                </>
              )}
            </VirtualRows>
          </>
        )}
      </AsyncState>
    </>
  );
}

function Observed({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <p className="observed" dir="auto">
      <Plain>{isWhole ? text : text.slice(0, SHOWN)}</Plain>
      {!isWhole && text.length > SHOWN && (
        <>
          {' … '}
          <button type="button" className="plain" onClick={() => setIsWhole(true)}>
            All of it
          </button>
        </>
      )}
    </p>
  );
}
