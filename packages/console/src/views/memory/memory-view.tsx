import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Tabs } from 'radix-ui';
import { lazy, Suspense, useState } from 'react';
import { ForWriters } from '../../session/for-writers.tsx';
import { useClient, useRights, useSession } from '../../session/session-context.ts';
import { AsyncState, Loading } from '../../ui/async-state.tsx';
import { Plain } from '../../ui/text/plain.tsx';
import { refOf } from '../../ui/ref-of.ts';
import { TypeBadge } from '../../ui/text/type-badge.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import type { MemoryDetail } from './memory-detail.ts';
import { ForgetDialog } from './forget-dialog.tsx';
import { MemoryEditor } from './memory-editor.tsx';
import { MemoryProvenance } from './memory-provenance.tsx';
import { MemoryRelationships } from './memory-relationships.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { RelateDialog } from './relate-dialog.tsx';
import { SimilarMemories } from './similar-memories.tsx';

const route = getRouteApi('/memories/$ref');

const Markdown = lazy(() => import('../../ui/text/markdown.tsx'));
const MemoryHistory = lazy(async () => ({ default: (await import('./memory-history.tsx')).MemoryHistory }));

/** A memory: what it says, where it comes from, what belongs to it, what became of it, and what can be done with it. */
export function MemoryView() {
  const { ref } = route.useParams();
  const client = useClient();
  const { workspaceId } = useSession();
  const query = useQuery({
    queryKey: ['memory', workspaceId, ref],
    queryFn: ({ signal }) => client.getMemory({ path: { ref }, signal }),
  });
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
  useShortcuts(
    may('write')
      ? {
          e: () => setOpen('edit'),
          r: () => setOpen('relate'),
          m: () => setOpen('merge'),
          '+': () => vote(true),
          '-': () => vote(false),
          '#': () => void remove(),
        }
      : {},
  );
  const replacedBy = memory.incoming_relationships.find(
    ({ relationship_type }) => relationship_type === 'supersedes',
  );
  if (open === 'edit' && may('write')) return <MemoryEditor memory={memory} onDone={close} />;
  return (
    <article className="memory">
      <header>
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
            <button type="button" onClick={() => setOpen('edit')}>
              Edit <kbd>e</kbd>
            </button>
            <button type="button" onClick={() => setOpen('relate')}>
              Relate <kbd>r</kbd>
            </button>
            <button type="button" onClick={() => setOpen('merge')}>
              Merge <kbd>m</kbd>
            </button>
            <button type="button" onClick={() => vote(true)}>
              It helped <kbd>+</kbd>
            </button>
            <button type="button" onClick={() => vote(false)}>
              It did not <kbd>-</kbd>
            </button>
            <button type="button" className="danger" onClick={() => void remove()}>
              Delete <kbd>#</kbd>
            </button>
            <button type="button" className="danger" onClick={() => setOpen('forget')}>
              Forget …
            </button>
          </div>
        </ForWriters>
      </header>
      <div className="columns">
        <Tabs.Root defaultValue="text" className="text">
          <Tabs.List aria-label="Memory" className="tabs">
            <Tabs.Trigger value="text">Text</Tabs.Trigger>
            <Tabs.Trigger value="history">History</Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="text">
            <Suspense fallback={<Loading />}>
              <Markdown text={memory.narrative} />
            </Suspense>
          </Tabs.Content>
          <Tabs.Content value="history">
            <Suspense fallback={<Loading />}>
              <MemoryHistory memoryRef={ref} current={memory} />
            </Suspense>
          </Tabs.Content>
        </Tabs.Root>
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
