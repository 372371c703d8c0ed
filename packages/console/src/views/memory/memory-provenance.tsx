import { Link } from '@tanstack/react-router';
import { summaryInShort } from '@memory/text/session-summary';
import { changeSource } from '../../ui/text/change-source.ts';
import { Moment, formatCount, formatNumber, formatShare, Plain } from '../../ui/text/inline.tsx';
import { refOf } from '../../ui/ref-of.ts';
import type { MemoryDetail } from './memory-query.ts';
import { useAsk } from '../../session/use-operation.ts';

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
      <dl>
        <dt>Stored</dt>
        <dd>
          <Moment at={memory.created_at} />
        </dd>
        {made && (
          <>
            <dt>By</dt>
            <dd>
              <Plain>{changeSource(made)}</Plain>
            </dd>
          </>
        )}
        <dt>Subject</dt>
        <dd>
          <Link to="/search" search={{ q: memory.title, order: 'oldest' }}>
            How it came about
          </Link>
        </dd>
        {memory.updated_at && (
          <>
            <dt>Changed</dt>
            <dd>
              <Moment at={memory.updated_at} />
            </dd>
          </>
        )}
        {sessionId !== null && (
          <>
            <dt>Session</dt>
            <dd>
              <Link to="/sessions/$id" params={{ id: sessionId }}>
                <Plain>{summaryInShort(session.data?.summary ?? '').asked ?? sessionId}</Plain>
              </Link>
            </dd>
          </>
        )}
        {session.data && (
          <>
            {session.data.project_name && (
              <>
                <dt>Project</dt>
                <dd>
                  <Plain>{session.data.project_name}</Plain>
                </dd>
              </>
            )}
            {(session.data.user_email ?? session.data.user_id) && (
              <>
                <dt>Author</dt>
                <dd>
                  <Plain>{session.data.user_email ?? session.data.user_id ?? ''}</Plain>
                </dd>
              </>
            )}
          </>
        )}
        {branch && (
          <>
            <dt>Branch</dt>
            <dd>
              <Plain>{branch}</Plain>
            </dd>
          </>
        )}
        {memory.source_files.length > 0 && (
          <>
            <dt>Files</dt>
            <dd>
              <ul className="files">
                {memory.source_files.map((file) => (
                  <li key={file}>
                    <Link to="/search" search={{ files: [file] }}>
                      <Plain>{file}</Plain>
                    </Link>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {ground?.verdict && (
          <>
            <dt>Code</dt>
            <dd>
              <Plain>{ground.code ?? ground.verdict}</Plain>
              <ul className="files">
                {ground.anchors.map((anchor) => (
                  <li key={`${anchor.repository} ${anchor.path} ${anchor.name}`}>
                    <Plain>
                      {anchor.kind === 'file' ? `file ${anchor.path}` : `${anchor.name} in ${anchor.path}`}
                    </Plain>
                    , {anchor.verdict}, since{' '}
                    {anchor.commit_id && (
                      <>
                        <code>{anchor.commit_id.slice(0, 7)}</code>,{' '}
                      </>
                    )}
                    <Moment at={anchor.grounded_at} />
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {memory.concepts.length > 0 && (
          <>
            <dt>Concepts</dt>
            <dd>
              <Plain>{memory.concepts.join(', ')}</Plain>
            </dd>
          </>
        )}
        {memory.consolidated_from && (
          <>
            <dt>Made of</dt>
            <dd>
              {memory.consolidated_from.map((from, at) => (
                <Link key={from} to="/memories/$ref" params={{ ref: from }}>
                  memory {at + 1}{' '}
                </Link>
              ))}
            </dd>
          </>
        )}
        <dt>Importance</dt>
        <dd>{formatShare(memory.importance_score)}</dd>
        <dt>Confidence</dt>
        <dd>{formatShare(memory.confidence_score)}</dd>
        <dt>Recalled</dt>
        <dd>
          {formatCount(memory.retrieval_count, 'time')}, opened {formatNumber(memory.access_count)}
          {memory.last_accessed_at && (
            <>
              , last <Moment at={memory.last_accessed_at} />
            </>
          )}
        </dd>
        <dt>Votes</dt>
        <dd>
          {formatNumber(memory.feedback_positive_count)} helped,{' '}
          {formatNumber(memory.feedback_negative_count)} did not
        </dd>
        {memory.community_label && (
          <>
            <dt>Group</dt>
            <dd>
              <Plain>{memory.community_label}</Plain>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
