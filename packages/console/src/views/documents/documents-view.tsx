import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { Client } from '@memory/client';
import { ForWriters, AsyncState, Button } from '../../ui/parts.tsx';
import { Count, Moment, formatCount, formatNumber, Plain } from '../../ui/text/inline.tsx';
import { useAct, useListKeys } from '../../ui/hooks.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { DropZone } from './drop-zone.tsx';
import { useAsk } from '../../session/session-context.ts';

const PAGE = 500;

/** More are not held in a page. */
const LISTED_MAX = 20_000;

async function listAll(client: Client, signal: AbortSignal): Promise<ListedDocument[]> {
  const all: ListedDocument[] = [];
  for (;;) {
    const { count, results } = await client.listDocuments({
      query: { limit: PAGE, offset: all.length },
      signal,
    });
    all.push(...results);
    if (results.length === 0 || all.length >= Math.min(count, LISTED_MAX)) return all;
  }
}

export function DocumentsView() {
  const list = useRef<HTMLDivElement>(null);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  useListKeys(list);
  const query = useAsk(['documents'], (client, signal) => listAll(client, signal));
  const rows = useMemo(() => treeRows(query.data ?? [], toggled), [query.data, toggled]);
  const toggle = (id: string) =>
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <>
      <h1>Documents</h1>
      <ForWriters>
        <DropZone />
      </ForWriters>
      <AsyncState
        query={query}
        isEmpty={(documents) => documents.length === 0}
        empty={
          <p className="quiet">
            No documents yet.{' '}
            <ForWriters>
              Drop some above, or take in a folder: <code>workspace-memory ingest docs/</code>
            </ForWriters>
          </p>
        }
      >
        {(documents) => (
          <div ref={list}>
            <p className="quiet">
              {documents.length >= LISTED_MAX
                ? `${formatNumber(documents.length)} or more documents`
                : formatCount(documents.length, 'document')}
              ,{' '}
              {formatCount(
                documents.reduce((sum, { section_count }) => sum + section_count, 0),
                'section',
              )}
            </p>
            <VirtualRows
              className="rows tree"
              label="Documents"
              rows={rows}
              keyOf={({ id }) => id}
              estimate={36}
            >
              {(row) => <TreeLine row={row} onToggle={() => toggle(row.id)} />}
            </VirtualRows>
          </div>
        )}
      </AsyncState>
    </>
  );
}

function TreeLine({ row, onToggle }: { row: TreeRow; onToggle: () => void }) {
  const act = useAct();
  const { document, depth } = row;
  const Chevron = row.isOpen ? ChevronDown : ChevronRight;
  const indent = { paddingInlineStart: `${Math.min(depth, 8) * 1.1}rem` };
  if (!document)
    return (
      <div className="row" style={indent}>
        <button type="button" className="folder" aria-expanded={row.isOpen} data-item onClick={onToggle}>
          <Chevron size={15} aria-hidden="true" />
          <Plain>{row.name}</Plain> <Count of={row.count} />
        </button>
      </div>
    );
  return (
    <div className="row" style={indent}>
      <Link to="/documents/$id" params={{ id: document.id }} data-item>
        <Plain>{document.title}</Plain>
      </Link>
      <span className="quiet">{formatCount(document.section_count, 'section')}</span>
      <ForWriters>
        <Button
          kind="plain danger"
          name={`Delete ${document.title}`}
          on={() =>
            act({
              run: (client) => client.deleteDocument({ path: { id: document.id } }),
              done: 'Deleted, with the memories of its sections.',
              undo: 'batch',
              once: `delete ${document.id}`,
            })
          }
        >
          Delete
        </Button>
      </ForWriters>
      <Moment at={document.updated_at ?? document.created_at} />
    </div>
  );
}

type ListedDocument = Awaited<ReturnType<Client['listDocuments']>>['results'][number];

interface TreeRow {
  id: string;
  depth: number;
  name: string;
  /** Documents below; 0 for a document itself. */
  count: number;
  isOpen: boolean;
  document?: ListedDocument;
}

interface Folder {
  folders: Map<string, Folder>;
  documents: ListedDocument[];
}

const emptyFolder = (): Folder => ({ folders: new Map(), documents: [] });

const NO_ORIGIN = 'No origin';

/** Fewer documents than this are shown opened. */
const OPEN_BELOW = 60;

/** The documents by origin and folder, as the lines that are to be seen. @param toggled what was opened or closed by hand */
function treeRows(documents: readonly ListedDocument[], toggled: ReadonlySet<string>): TreeRow[] {
  const root = emptyFolder();
  for (const document of documents) {
    const parts = (document.source ?? '').split('/').slice(0, -1);
    let folder = root;
    for (const part of [document.origin ?? NO_ORIGIN, ...parts]) {
      const next = folder.folders.get(part) ?? emptyFolder();
      folder.folders.set(part, next);
      folder = next;
    }
    folder.documents.push(document);
  }
  const isSmall = documents.length < OPEN_BELOW;
  const rows: TreeRow[] = [];
  const walk = (folder: Folder, path: string, depth: number) => {
    for (const [name, inner] of [...folder.folders].sort(([a], [b]) => a.localeCompare(b))) {
      const id = `${path}/${name}`;
      const isOpen = toggled.has(id) !== (isSmall || depth === 0);
      rows.push({ id, depth, name, count: countOf(inner), isOpen });
      if (isOpen) walk(inner, id, depth + 1);
    }
    for (const document of folder.documents.toSorted((a, b) => a.title.localeCompare(b.title)))
      rows.push({ id: document.id, depth, name: document.title, count: 0, isOpen: false, document });
  };
  walk(root, '', 0);
  return rows;
}

const countOf = ({ folders, documents }: Folder): number =>
  documents.length + [...folders.values()].reduce((sum, inner) => sum + countOf(inner), 0);
