import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState, type KeyboardEvent } from 'react';
import { ForWriters, AsyncState, Loading, Button } from '../../ui/parts.tsx';
import { useClient, useRights, useSession, useOperation, useAsk } from '../../session/session-context.ts';
import { refOf, formatNumber, MemoryLink, Plain, TypeBadge, formatShare } from '../../ui/text/inline.tsx';
import { useAct, useShortcuts } from '../../ui/hooks.ts';
import { ForgetDialog } from './forget-dialog.tsx';
import { MemoryEditor } from './memory-editor.tsx';
import { MemoryProvenance } from './memory-provenance.tsx';
import { type MemoryDetail, memoryQuery } from './memory-query.ts';
import { MemoryRelationships } from './memory-relationships.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { RelateDialog } from './relate-dialog.tsx';

const route = getRouteApi('/memories/$ref');

const Markdown = lazy(() => import('../../ui/text/markdown.tsx'));
const MemoryHistory = lazy(async () => ({ default: (await import('./memory-history.tsx')).MemoryHistory }));

/** A memory: what it says, where it comes from, what belongs to it, what became of it, and what can be done with it. */
export function MemoryView() {
  const { ref } = route.useParams();
  const client = useClient();
  const { workspaceId } = useSession();
  const query = useQuery(memoryQuery(client, workspaceId, ref));
  return (
    <>
      {query.isError && query.data === undefined && (
        <>
          <h1>A memory that is not shown</h1>
          <p className="quiet">
            It may have been deleted, which its history takes back for 30 days, or forgotten for good; or the
            address is not quite right. <Link to="/search">Search for it</Link>.
          </p>
        </>
      )}
      <AsyncState query={query}>{(memory) => <OneMemory key={ref} memory={memory} />}</AsyncState>
      {query.isError && (
        <Suspense fallback={<Loading />}>
          <MemoryHistory memoryRef={ref} current={undefined} />
        </Suspense>
      )}
    </>
  );
}

type Open = 'edit' | 'relate' | 'merge' | 'forget' | undefined;

function OneMemory({ memory }: { memory: MemoryDetail }) {
  const [open, setOpen] = useState<Open>(location.hash === '#edit' ? 'edit' : undefined);
  const act = useAct();
  const navigate = useNavigate();
  const ref = refOf(memory);
  const close = () => setOpen(undefined);
  const vote = (useful: boolean) =>
    void act({
      run: (client) => client.recordFeedback({ path: { ref }, body: { useful } }),
      done: useful ? 'Noted that it helped.' : 'Noted that it did not help.',
      once: `vote ${ref} ${useful}`,
      undo: (client) => client.retractFeedback({ path: { ref }, query: { useful } }),
    });
  const remove = async () => {
    const deleted = await act({
      run: (client) => client.deleteMemory({ path: { ref } }),
      done: 'Deleted.',
      once: `delete ${ref}`,
      undo: 'batch',
    });
    // Where no field has the focus, so that the key that undoes it works.
    if (deleted) await navigate({ to: '/' });
  };
  const { may } = useRights();
  const document = useOperation('describeMemories', { ids: [memory.id] }).data?.memories[0]?.document;
  const actions = [
    { key: 'e', words: 'Edit', run: () => setOpen('edit') },
    { key: 'r', words: 'Relate', run: () => setOpen('relate') },
    { key: 'm', words: 'Merge', run: () => setOpen('merge') },
    { key: '+', words: 'It helped', run: () => vote(true) },
    { key: '-', words: 'It did not', run: () => vote(false) },
    { key: '#', words: 'Delete', isDanger: true, run: () => void remove() },
    { words: 'Forget …', isDanger: true, run: () => setOpen('forget') },
  ];
  useShortcuts(
    may('write') ? Object.fromEntries(actions.flatMap(({ key, run }) => (key ? [[key, run]] : []))) : {},
  );
  const replacedBy = memory.incoming_relationships.find(
    ({ relationship_type }) => relationship_type === 'supersedes',
  );
  if (open === 'edit' && may('write')) return <MemoryEditor memory={memory} onDone={close} />;
  return (
    <article className="memory">
      <header>
        {document && (
          <p className="crumbs">
            <Link to="/documents">Documents</Link> /{' '}
            <Link to="/documents/$id" params={{ id: document.id }}>
              <Plain>{document.title}</Plain>
            </Link>{' '}
            / {formatNumber(document.place)} of {formatNumber(document.count)}
          </p>
        )}
        <p className="meta">
          <TypeBadge type={memory.memory_type} />
          {memory.tags.map((tag) => (
            <Link key={tag} to="/search" search={{ tags: [tag] }} className="tag">
              <Plain>{tag}</Plain>
            </Link>
          ))}
        </p>
        <h1>
          <Plain>{memory.title}</Plain>
        </h1>
        {replacedBy && (
          <p className="note warn">
            <Link to="/memories/$ref" params={{ ref: replacedBy.source_memory_id }}>
              Another memory
            </Link>{' '}
            replaces this one.
          </p>
        )}
        <ForWriters>
          <div className="actions" role="toolbar" aria-label="Actions">
            {actions.map(({ key, words, isDanger, run }) => (
              <Button key={words} keys={key} kind={isDanger && 'danger'} on={run}>
                {words}
              </Button>
            ))}
          </div>
        </ForWriters>
      </header>
      <div className="columns">
        <TextOrHistory memory={memory} />
        <aside>
          <MemoryProvenance memory={memory} />
          <MemoryRelationships memory={memory} onRelate={() => setOpen('relate')} />
          <SimilarMemories memoryRef={ref} />
        </aside>
      </div>
      {open === 'relate' && <RelateDialog memory={memory} onClose={close} />}
      {open === 'merge' && <MergeDialog memory={memory} onClose={close} />}
      {open === 'forget' && <ForgetDialog memories={[ref]} onClose={close} />}
    </article>
  );
}

const TABS = ['Text', 'History'] as const;

function TextOrHistory({ memory }: { memory: MemoryDetail }) {
  const [shown, setShown] = useState<(typeof TABS)[number]>('Text');
  const tabs = useRef<HTMLDivElement>(null);
  const turn = ({ key }: KeyboardEvent) => {
    const to = { ArrowLeft: 0, Home: 0, ArrowRight: 1, End: 1 }[key];
    if (to === undefined) return;
    setShown(TABS[to] ?? shown);
    tabs.current?.querySelectorAll('button')[to]?.focus();
  };
  return (
    <div className="text">
      <div ref={tabs} role="tablist" aria-label="Memory" className="tabs" onKeyDown={turn}>
        {TABS.map((tab) => (
          <button
            key={tab}
            id={`tab-${tab}`}
            type="button"
            role="tab"
            aria-selected={tab === shown}
            aria-controls="tab-shown"
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => setShown(tab)}
          >
            {tab}
          </button>
        ))}
      </div>
      <div id="tab-shown" role="tabpanel" aria-labelledby={`tab-${shown}`} tabIndex={0}>
        <Suspense fallback={<Loading />}>
          {shown === 'Text' ? (
            <Markdown text={memory.narrative} />
          ) : (
            <MemoryHistory memoryRef={refOf(memory)} current={memory} />
          )}
        </Suspense>
      </div>
    </div>
  );
}

const SHOWN = 6;
const SIMILARITY_MIN = 0.5;

function SimilarMemories({ memoryRef: ref }: { memoryRef: string }) {
  const query = useAsk(['similar', ref], (client, signal) =>
    client.listRelatedMemories({
      path: { ref },
      query: { limit: SHOWN, similarity_threshold: SIMILARITY_MIN },
      signal,
    }),
  );
  return (
    <section aria-labelledby="similar">
      <h2 id="similar">Similar ones</h2>
      <AsyncState query={query} isEmpty={(results) => results.length === 0} empty="None near in meaning.">
        {(results) => (
          <ul className="related">
            {results.map(({ memory, score }) => (
              <li key={memory.id}>
                <MemoryLink to={refOf(memory)} title={memory.title} />{' '}
                <span className="quiet">{formatShare(score)}</span>
              </li>
            ))}
          </ul>
        )}
      </AsyncState>
    </section>
  );
}
