import { readLexicalSnapshotParts, type Database, type Workspace } from '@memory/db';
import {
  createLexicalEmbedder,
  readLexicalSnapshot,
  type LexicalEmbedder,
} from '@memory/providers/embedder/lexical';
import { LRUCache } from 'lru-cache';

/** The lexical embedder of a workspace in a version, 0 being untrained; undefined when its snapshot is gone. */
export type LexicalEmbedders = (
  db: Database,
  workspace: Pick<Workspace, 'id' | 'language'>,
  version: number,
) => Promise<LexicalEmbedder | undefined>;

/** In memory a model takes about twice the bytes of its snapshot: its terms become a map. */
const MEMORY_PER_BYTE = 2;

interface Loading {
  db: Database;
  workspace: Pick<Workspace, 'id' | 'language'>;
  version: number;
}

interface Loaded {
  embedder: LexicalEmbedder;
  bytes: number;
}

/**
 * Embedders read from their snapshots once and kept while they are used; a new version is another embedder.
 * @param bytesMax memory that they may take together; a large workspace's takes about 6 MB
 */
export function createLexicalEmbedders({ bytesMax = 64_000_000 } = {}): LexicalEmbedders {
  const cache = new LRUCache<string, Loaded, Loading>({
    maxSize: bytesMax,
    sizeCalculation: ({ bytes }) => bytes,
    fetchMethod: (_key, _stale, { context }) => load(context),
  });
  return async (db, workspace, version) => {
    if (version === 0) return createLexicalEmbedder({ language: workspace.language });
    const key = `${workspace.id}/${version}`;
    return (await cache.fetch(key, { context: { db, workspace, version } }))?.embedder;
  };
}

async function load({ db, workspace, version }: Loading): Promise<Loaded | undefined> {
  const parts = await readLexicalSnapshotParts(db, workspace.id, version);
  if (parts.length === 0) return undefined;
  const bytes = MEMORY_PER_BYTE * parts.reduce((sum, part) => sum + part.length, 0);
  return { embedder: createLexicalEmbedder({ model: readLexicalSnapshot(parts) }), bytes };
}
