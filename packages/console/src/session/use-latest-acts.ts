import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { WORKSPACE_ID_HEADER, type OperationOutput } from '@memory/contracts';
import { CONSOLE_ACTS, CONSOLE_ACTS_PATH } from '@memory/contracts/console';
import { connection, untilReady } from './connection.ts';
import { consoleFetch } from './console-fetch.ts';
import { useSession } from './session-context.ts';
import { useOperation } from './use-operation.ts';

type Acts = OperationOutput<'listLatestActs'>;

/** Where nothing is sent as it happens: HTTP APIs of AWS hold an answer back until its function has ended. */
const ASK_EVERY_MS = 3_000;
const LISTEN_AGAIN_MS = 1_000;

const onVisibility = (look: () => void) => {
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
};

/** Acts of agents: as the service sends them, else asked for again and again. */
export function useLatestActs(): Acts | undefined {
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
