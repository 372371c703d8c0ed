import { Link } from '@tanstack/react-router';
import type { Client } from '@memory/client';
import { saidBy, summaryInShort } from '@memory/text/session-summary';
import { changeSource } from '../../ui/text/change-source.ts';
import { Moment, formatCount, formatNumber, formatShare, Plain, refOf } from '../../ui/text/inline.tsx';
import { Facts } from '../../ui/table.tsx';
import type { MemoryDetail } from './memory-query.ts';
import { useAsk } from '../../session/session-context.ts';

type Grounds = Awaited<ReturnType<Client['readGrounds']>>;

export function MemoryProvenance({ memory }: { memory: MemoryDetail }) {
  const ref = refOf(memory);
  const sessionId = memory.source_session_id;
  const session = useAsk(
    ['session', sessionId],
    (client, signal) => client.getSession({ path: { session_id: sessionId ?? '' }, signal }),
    { enabled: sessionId !== null, retry: false },
  );
  const grounds = useAsk(['grounds', ref], (client, signal) =>
    client.readGrounds({ query: { memory: [ref] }, signal }),
  );
  const ground = grounds.data?.results[0];
  // With what became of it, where that is known and it does not hold for everybody.
  const branch = ground?.branch ?? session.data?.branch_name;
  const changes = useAsk(['changes', ref], (client, signal) =>
    client.listChanges({ query: { memory: ref, limit: 200 }, signal }),
  );
  // An undo stores a memory again, and is not its author.
  const made = changes.data?.changes.findLast(({ kind, via }) => kind === 'created' && via !== 'undo');
  return (
    <section aria-labelledby="provenance">
      <h2 id="provenance">Where it comes from</h2>
      <Facts
        of={{
          Stored: <Moment at={memory.created_at} />,
          By: made && changeSource(made),
          Subject: (
            <Link to="/search" search={{ q: memory.title, order: 'oldest' }}>
              How it came about
            </Link>
          ),
          Changed: memory.updated_at && <Moment at={memory.updated_at} />,
          Session: sessionId !== null && (
            <Link to="/sessions/$id" params={{ id: sessionId }}>
              <Plain>{summaryInShort(session.data?.summary ?? '').asked ?? sessionId}</Plain>
            </Link>
          ),
          'Said by': saidBy(memory),
          Project: session.data?.project_name,
          Author: session.data?.user_email ?? session.data?.user_id,
          Branch: branch,
          Files: memory.source_files.length > 0 && <Files of={memory.source_files} />,
          Code: ground?.verdict && <Ground of={ground} />,
          Concepts: memory.concepts.join(', '),
          'Made of': memory.consolidated_from?.map((from, at) => (
            <Link key={from} to="/memories/$ref" params={{ ref: from }}>
              memory {at + 1}{' '}
            </Link>
          )),
          Importance: formatShare(memory.importance_score),
          Confidence: formatShare(memory.confidence_score),
          Recalled: `${formatCount(memory.retrieval_count, 'time')}, opened ${formatNumber(memory.access_count)}`,
          'Last opened': memory.last_accessed_at && <Moment at={memory.last_accessed_at} />,
          Votes: `${formatNumber(memory.feedback_positive_count)} helped, ${formatNumber(memory.feedback_negative_count)} did not`,
          Group: memory.community_label,
        }}
      />
    </section>
  );
}

const Files = ({ of }: { of: readonly string[] }) => (
  <ul className="files">
    {of.map((file) => (
      <li key={file}>
        <Link to="/search" search={{ files: [file] }}>
          <Plain>{file}</Plain>
        </Link>
      </li>
    ))}
  </ul>
);

const Ground = ({ of }: { of: Grounds['results'][number] }) => (
  <>
    <Plain>{of.code ?? of.verdict ?? ''}</Plain>
    <ul className="files">
      {of.anchors.map(({ kind, repository, path, name, verdict, commit_id, grounded_at }) => (
        <li key={`${repository} ${path} ${name}`}>
          <Plain>{kind === 'file' ? `file ${path}` : `${name} in ${path}`}</Plain>, {verdict}, since{' '}
          {commit_id && <code>{commit_id.slice(0, 7)}</code>} <Moment at={grounded_at} />
        </li>
      ))}
    </ul>
  </>
);
