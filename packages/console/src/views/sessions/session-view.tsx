import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { saidBy, summaryInShort, summaryMarkdown } from '@memory/text/session-summary';
import { useOperation, useAsk, usePages } from '../../session/session-context.ts';
import { AsyncState, Loading, Button } from '../../ui/parts.tsx';
import { MemoryRows, formatCount, formatNumber, Moment, Plain, Said } from '../../ui/text/inline.tsx';
import { useListKeys } from '../../ui/hooks.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { headingOf } from './sessions-view.tsx';

const route = getRouteApi('/sessions/$id');

const Markdown = lazy(() => import('../../ui/text/markdown.tsx'));

const PAGE = 500;

/** Characters of an observation that are shown at first. */
const SHOWN = 600;

export function SessionView() {
  const { id } = route.useParams();
  const page = useRef<HTMLDivElement>(null);
  useListKeys(page);
  const session = useAsk(['session', id], (client, signal) =>
    client.getSession({ path: { session_id: id }, signal }),
  );
  const trace = useOperation('traceSession', { sessionId: id });
  const observations = useObservations(id);
  return (
    <AsyncState query={session}>
      {({ metadata_json: { agent }, ...found }) => (
        <div ref={page}>
          <p className="crumbs">
            <Link to="/sessions">Sessions</Link>
          </p>
          <h1>
            <Plain>
              {headingOf(
                { ...found, first_prompt: trace.data?.first_prompt },
                summaryInShort(found.summary ?? '').asked,
              )}
            </Plain>
          </h1>
          <p className="meta">
            <Said of={found.project_name} />
            <code>
              <Plain>{found.session_id}</Plain>
            </code>
            <Said className="tag" of={found.branch_name} />
            <Said before="by" of={found.user_email ?? found.user_id} />
            <Said before="with" of={typeof agent === 'string' ? agent : undefined} />
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
                <MemoryRows of={drawn}>
                  {({ observations: count, ...memory }) => (
                    <Said
                      className="quiet"
                      of={[saidBy(memory), count > 0 && `from ${formatCount(count, 'observation')}`]
                        .filter(Boolean)
                        .join(', ')}
                    />
                  )}
                </MemoryRows>
                <h2>What it was told</h2>
                {told.length === 0 && <p className="quiet">It was told nothing.</p>}
                {told.length > 0 && (
                  <p className="quiet">
                    {formatNumber(told.filter(({ used }) => used !== null).length)} of{' '}
                    {formatNumber(told.length)} showed themselves of use.
                  </p>
                )}
                <MemoryRows of={told} at={({ told_at }) => told_at}>
                  {({ wanted, used }) => (
                    <>
                      <Said className="quiet" before="for" of={wanted} />
                      <span className={used ? 'tag good' : 'tag'}>{used ? `used: ${used}` : 'not used'}</span>
                    </>
                  )}
                </MemoryRows>
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
  return usePages(['observations', sessionId], PAGE, (client, query, signal) =>
    client.listObservations({ path: { session_id: sessionId }, query, signal }),
  );
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
        empty="Nothing was observed in it."
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
                    <Said className="tag" of={(each.kind ?? 'observed').replaceAll('_', ' ')} />
                    <Said of={each.tool_name} />
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
          <Button kind="plain" on={() => setIsWhole(true)}>
            All of it
          </Button>
        </>
      )}
    </p>
  );
}
