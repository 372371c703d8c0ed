import type { Client } from '@memory/client';

export type ListedDocument = Awaited<ReturnType<Client['listDocuments']>>['results'][number];

/** A line of the tree: an origin, a folder or a document. */
export interface TreeRow {
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
export function treeRows(documents: readonly ListedDocument[], toggled: ReadonlySet<string>): TreeRow[] {
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
