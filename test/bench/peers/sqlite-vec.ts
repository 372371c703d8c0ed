import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { InstalledPeers } from './install-peers.ts';
import { CANDIDATES, fuse, type OpenPeer } from './peer.ts';

/** SQLite with FTS5 (porter stemmer, any of the words) and sqlite-vec's exact search, fused by rank; on disk. */
export const openSqliteVec =
  (installed: InstalledPeers): OpenPeer =>
  async (documents, folder) => {
    const { getLoadablePath } = (await installed.import('sqlite-vec')) as { getLoadablePath(): string };
    const db = new DatabaseSync(join(folder, 'peer.sqlite'), { allowExtension: true });
    db.loadExtension(getLoadablePath());
    const dimensions = documents[0]?.vector.length ?? 0;
    db.exec(`create table document (rowid integer primary key, id text, title text, narrative text);
      create virtual table words using fts5(title, narrative, content = 'document', tokenize = 'porter');
      create virtual table vectors using vec0(embedding float[${dimensions}] distance_metric=cosine);
      begin`);
    const document = db.prepare('insert into document values (?, ?, ?, ?)');
    const words = db.prepare('insert into words (rowid, title, narrative) values (?, ?, ?)');
    const vectors = db.prepare('insert into vectors (rowid, embedding) values (?, ?)');
    for (const [index, { id, title, narrative, vector }] of documents.entries()) {
      document.run(index + 1, id, title, narrative);
      words.run(index + 1, title, narrative);
      vectors.run(BigInt(index + 1), bytesOf(vector));
    }
    db.exec('commit');
    const byWords = db.prepare(
      'select d.id from words w join document d on d.rowid = w.rowid where words match ? order by rank limit ?',
    );
    const byVector = db.prepare(
      'select d.id from vectors v join document d on d.rowid = v.rowid where embedding match ? and k = ? order by distance',
    );
    const read = db.prepare(
      'select id, title, narrative from document where id in (select value from json_each(?))',
    );
    db.exec('create index document_id on document (id)');
    const idsOf = (rows: unknown[]) => (rows as { id: string }[]).map(({ id }) => id);
    return {
      name: 'sqlite-vec + FTS5',
      search: async ({ text, vector }, limit) => {
        const match = text
          .split(/[^\p{L}\p{N}]+/u)
          .filter((word) => word !== '')
          .map((word) => `"${word}"`)
          .join(' OR ');
        const found = fuse(
          [idsOf(byWords.all(match, CANDIDATES)), idsOf(byVector.all(bytesOf(vector), CANDIDATES))],
          limit,
        );
        read.all(JSON.stringify(found));
        return found;
      },
      close: () => db.close(),
    };
  };

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
