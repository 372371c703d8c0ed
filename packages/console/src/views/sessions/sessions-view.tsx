import { Link } from '@tanstack/react-router';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useRef, useEffect, useState, useSyncExternalStore } from 'react';
import { WORKSPACE_ID_HEADER, type OperationOutput } from '@memory/contracts';
import { CONSOLE_ACTS, CONSOLE_ACTS_PATH } from '@memory/contracts/console';
import { withoutMarks } from '@memory/text/printable';
import { summaryInShort } from '@memory/text/session-summary';
import { connection, untilReady } from '../../session/connection.ts';
import { consoleFetch } from '../../session/console-fetch.ts';
import { useSession, usePages, useOperation } from '../../session/session-context.ts';
import { AsyncState } from '../../ui/parts.tsx';
import { CommandLine, Moment, formatCount, Plain, Said } from '../../ui/text/inline.tsx';
import { useListKeys } from '../../ui/hooks.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';

const PAGE = 100;

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
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const query = usePages(['sessions'], PAGE, (client, page, signal) =>
    client.listSessions({ query: { ...page, first_prompts: true }, signal }),
  );
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
                          <Said className="tag" of={session.branch_name} />
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
              <Said className="tag" of={tool ?? (kind ?? 'observed').replaceAll('_', ' ')} />
              <Plain>{files[0] ?? text}</Plain>
            </Link>
            <Said className="quiet" of={[agent, person, project].filter(Boolean).join(' · ')} />
            <Moment at={occurred_at} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type Acts = OperationOutput<'listLatestActs'>;

/** Where nothing is sent as it happens: HTTP APIs of AWS hold an answer back until its function has ended. */
const ASK_EVERY_MS = 3_000;
const LISTEN_AGAIN_MS = 1_000;

const onVisibility = (look: () => void) => {
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
};

/** Acts of agents: as the service sends them, else asked for again and again. */
function useLatestActs(): Acts | undefined {
  const { workspaceId } = useSession();
  const [sent, setSent] = useState<Acts>();
  const [isSent, setIsSent] = useState(true);
  // A browser holds six connections to a host: a page that nobody looks at needs none.
  const isVisible = useSyncExternalStore(onVisibility, () => !document.hidden);
  useEffect(() => {
    if (!isVisible) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    void listen({ workspaceId, signal, onActs: setSent }).then(() => !signal.aborted && setIsSent(false));
    return () => leaving.abort();
  }, [workspaceId, isVisible]);
  const asked = useOperation(
    'listLatestActs',
    { limit: CONSOLE_ACTS },
    { enabled: !isSent, everyMs: ASK_EVERY_MS },
  );
  return isSent ? sent : asked.data;
}

interface Listening {
  workspaceId: string;
  signal: AbortSignal;
  onActs: (acts: Acts) => void;
}

/** Listens, over interruptions, until the page is left or it shows that this service sends nothing. */
async function listen({ workspaceId, signal, onActs }: Listening): Promise<void> {
  let lastId = '';
  while (!signal.aborted) {
    const headers = { [WORKSPACE_ID_HEADER]: workspaceId, 'last-event-id': lastId };
    try {
      const { headers: given, body, status } = await consoleFetch(CONSOLE_ACTS_PATH, { headers, signal });
      const isSent = given.get('content-type')?.startsWith('text/event-stream');
      if (!body || (!isSent && status !== 401)) return;
      if (isSent) {
        const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
        for (const reader = events.getReader(); ;) {
          const { done, value } = await reader.read();
          if (done) break;
          lastId = value.id ?? '';
          onActs(JSON.parse(value.data) as Acts);
        }
      }
    } catch {
      // The page is left, or the service went away: the banner says so, and asks for it.
    }
    await new Promise((resolve) => setTimeout(resolve, LISTEN_AGAIN_MS));
    if (connection.get() !== 'ready') await untilReady();
  }
}
