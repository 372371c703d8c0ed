import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useClient, useSession } from '../../session/session-context.ts';
import { AsyncState } from '../../ui/async-state.tsx';
import { formatShare } from '../../ui/text/moment.tsx';
import { Plain } from '../../ui/text/plain.tsx';
import { refOf } from '../../ui/ref-of.ts';

const SHOWN = 6;
const SIMILARITY_MIN = 0.5;

export function SimilarMemories({ memoryRef: ref }: { memoryRef: string }) {
  const client = useClient();
  const { workspaceId } = useSession();
  const query = useQuery({
    queryKey: ['similar', workspaceId, ref],
    queryFn: ({ signal }) =>
      client.listRelatedMemories({
        path: { ref },
        query: { limit: SHOWN, similarity_threshold: SIMILARITY_MIN },
        signal,
      }),
  });
  return (
    <section aria-labelledby="similar">
      <h2 id="similar">Similar ones</h2>
      <AsyncState
        query={query}
        isEmpty={(results) => results.length === 0}
        empty={<p className="quiet">None near in meaning.</p>}
      >
        {(results) => (
          <ul className="related">
            {results.map(({ memory, score }) => (
              <li key={memory.id}>
                <Link to="/memories/$ref" params={{ ref: refOf(memory) }}>
                  <Plain>{memory.title}</Plain>
                </Link>{' '}
                <span className="quiet">{formatShare(score)}</span>
              </li>
            ))}
          </ul>
        )}
      </AsyncState>
    </section>
  );
}
