import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useClient, useSession } from '../session/session-context.ts';
import { AsyncState } from '../ui/async-state.tsx';
import { formatNumber, Moment } from '../ui/moment.tsx';
import { Plain } from '../ui/plain.tsx';
import { refOf } from '../ui/ref-of.ts';
import { TypeBadge } from '../ui/type-badge.tsx';

const WEEK_MS = 7 * 86_400_000;
const LISTED = 200;
const SHOWN = 8;

/** What was learnt this week, and what was recalled. */
export function HomeView() {
  const client = useClient();
  const { workspaceId } = useSession();
  const latest = useQuery({
    queryKey: ['latest', workspaceId],
    queryFn: ({ signal }) =>
      client.listMemories({ query: { ordering: '-created_at', limit: LISTED }, signal }),
  });
  const recalled = useQuery({
    queryKey: ['recalled', workspaceId],
    queryFn: ({ signal }) =>
      client.listMemories({ query: { ordering: '-retrieval_count', limit: SHOWN }, signal }),
  });
  const since = Date.now() - WEEK_MS;
  return (
    <>
      <h1>Home</h1>
      <section aria-labelledby="learnt">
        <h2 id="learnt">Learnt this week</h2>
        <AsyncState query={latest}>
          {(memories) => {
            const fresh = memories.filter(({ created_at }) => Date.parse(created_at) >= since);
            return (
              <>
                <p className="quiet">
                  {formatNumber(fresh.length)}
                  {fresh.length === LISTED ? ' or more' : ''} memories
                </p>
                <MemoryList memories={fresh.slice(0, SHOWN)} />
              </>
            );
          }}
        </AsyncState>
      </section>
      <section aria-labelledby="recalled">
        <h2 id="recalled">Most recalled</h2>
        <AsyncState query={recalled}>
          {(memories) => <MemoryList memories={memories.filter((each) => each.retrieval_count > 0)} />}
        </AsyncState>
      </section>
    </>
  );
}

interface ListedMemory {
  id: string;
  memory_id?: string | undefined;
  title: string;
  memory_type: string;
  created_at: string;
  retrieval_count: number;
}

function MemoryList({ memories }: { memories: ListedMemory[] }) {
  if (memories.length === 0) return <p className="quiet">None.</p>;
  return (
    <ul className="rows">
      {memories.map((memory) => (
        <li key={memory.id}>
          <Link to="/memories/$ref" params={{ ref: refOf(memory) }}>
            <TypeBadge type={memory.memory_type} /> <Plain>{memory.title}</Plain>
          </Link>
          <Moment at={memory.created_at} />
        </li>
      ))}
    </ul>
  );
}
