import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Client } from '@memory/client';
import { ForWriters, AsyncState, Button } from '../../ui/parts.tsx';
import { useRights, useAsk } from '../../session/session-context.ts';
import { Count, MemoryLink, Moment, Plain, Said, TypeBadge } from '../../ui/text/inline.tsx';
import { useAct, useListKeys, useShortcuts } from '../../ui/hooks.ts';

const route = getRouteApi('/documents/$id');

type Section = Awaited<ReturnType<Client['getDocument']>>['sections'][number];

const nameOf = ({ heading_path, title }: Section): string => heading_path.join(' › ') || title;

const beginningOf = ({ beginning }: Section): string =>
  beginning.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#')) ?? beginning;

/** A row each; where several have one name, with how its text begins. */
function rowsOf(sections: readonly Section[]) {
  const named = Map.groupBy(sections, nameOf);
  return sections.map((section) => (
    <li key={section.memory_ref}>
      <div className="row tall">
        <MemoryLink to={section.memory_ref} title={nameOf(section)} isItem />
        {(named.get(nameOf(section))?.length ?? 0) > 1 && (
          <p className="snippet">
            <Plain>{beginningOf(section)}</Plain>
          </p>
        )}
      </div>
    </li>
  ));
}

export function DocumentView() {
  const { id } = route.useParams();
  const navigate = useNavigate();
  const act = useAct();
  const list = useRef<HTMLOListElement>(null);
  useListKeys(list);
  const query = useAsk(['document', id], (client, signal) => client.getDocument({ path: { id }, signal }));
  const remove = async () => {
    const done = await act({
      run: (each) => each.deleteDocument({ path: { id } }),
      done: 'Deleted, with the memories of its sections.',
      undo: 'batch',
      once: `delete ${id}`,
    });
    if (done) await navigate({ to: '/documents' });
  };
  const { may } = useRights();
  useShortcuts(may('write') ? { '#': () => void remove() } : {});
  return (
    <AsyncState query={query}>
      {(document) => (
        <>
          <p className="crumbs">
            <Link to="/documents">Documents</Link>
          </p>
          <h1>
            <Plain>{document.title}</Plain>
          </h1>
          <p className="meta">
            <TypeBadge type={document.memory_type} />
            <Said before="of" of={document.origin} />
            {document.source && (
              <code>
                <Plain>{document.source}</Plain>
              </code>
            )}
            <span>
              taken in <Moment at={document.created_at} />
            </span>
            {document.updated_at && (
              <span>
                again <Moment at={document.updated_at} />
              </span>
            )}
          </p>
          <ForWriters>
            <div className="actions">
              <Button kind="danger" keys="#" on={remove}>
                Delete
              </Button>
            </div>
          </ForWriters>
          <h2>
            Sections <Count of={document.sections.length} />
          </h2>
          <ol className="rows" ref={list}>
            {rowsOf(document.sections)}
          </ol>
        </>
      )}
    </AsyncState>
  );
}
