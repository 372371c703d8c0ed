export interface PeerDocument {
  id: string;
  title: string;
  narrative: string;
  vector: Float32Array;
}

export interface PeerQuery {
  text: string;
  vector: Float32Array;
}

/** Another engine, filled with the same documents and asked the same questions. */
export interface Peer {
  name: string;
  /** Ids, best first, each read together with its text. */
  search(query: PeerQuery, limit: number): Promise<string[]>;
  close(): Promise<void> | void;
}

/** Opens an engine in a folder of its own and fills it. */
export type OpenPeer = (documents: readonly PeerDocument[], folder: string) => Promise<Peer>;

/** Candidates by words and by vectors from engines without a hybrid search of their own, as many as ours takes by vector. */
export const CANDIDATES = 400;

/** Reciprocal rank fusion with the constant 60 of its authors, which LanceDB uses too. */
export function fuse(lists: readonly (readonly string[])[], limit: number): string[] {
  const scores = new Map<string, number>();
  for (const list of lists)
    for (const [place, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (60 + place + 1));
  return [...scores]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([id]) => id);
}
