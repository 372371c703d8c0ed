import { useState, type DragEvent } from 'react';
import type { Client } from '@memory/client';
import { connection, untilReady } from '../../session/connection.ts';
import { findSession } from '../../session/session.ts';
import { useAct } from '../../ui/hooks.ts';
import { messageOf } from '../../ui/message-of.ts';
import { Plain } from '../../ui/text/inline.tsx';
import { ingestFile, type FileToIngest } from './ingest-file.ts';

interface Progress {
  done: number;
  total: number;
  now: string;
  failures: { name: string; why: string }[];
}

/** Of a file whose request breaks off although the service answers. */
const ATTEMPTS_MAX = 3;

/** Takes a file in; while the service or the session is away it waits, since a file that was dropped cannot be read again later. */
async function ingestSurely(client: Client, file: FileToIngest) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ingestFile(client, file);
    } catch (error) {
      const isCutOff = error instanceof TypeError;
      // An upload does not say by itself that the service is gone.
      if (isCutOff) await findSession().catch(() => undefined);
      if (connection.get() === 'ready' && !(isCutOff && attempt < ATTEMPTS_MAX)) throw error;
      await untilReady();
    }
  }
}

/** Takes files in that are dropped or chosen, one after the other, with their progress. */
export function DropZone() {
  const act = useAct();
  const [progress, setProgress] = useState<Progress | undefined>(undefined);
  const [isOver, setIsOver] = useState(false);
  const [origin, setOrigin] = useState('console');
  const isBusy = progress !== undefined && progress.done < progress.total;
  const take = (files: readonly File[]) => {
    if (files.length === 0 || isBusy) return;
    void act({
      run: async (client) => {
        const state: Progress = { done: 0, total: files.length, now: '', failures: [] };
        const made: string[] = [];
        const counts = { created: 0, updated: 0, unchanged: 0 };
        for (const file of files) {
          const name = file.webkitRelativePath || file.name;
          setProgress({ ...state, now: name });
          try {
            const ingested = await ingestSurely(client, {
              file,
              name,
              origin,
              onProgress: (share) => setProgress({ ...state, done: state.done + share, now: name }),
            });
            counts.created += ingested.created;
            counts.updated += ingested.updated;
            counts.unchanged += ingested.unchanged;
            if (ingested.documentId && ingested.updated + ingested.unchanged === 0)
              made.push(ingested.documentId);
          } catch (error) {
            state.failures = [...state.failures, { name, why: messageOf(error) }];
          }
          state.done += 1;
          setProgress({ ...state });
        }
        if (state.failures.length === files.length)
          throw new Error('Nothing could be taken in; below is said why.');
        return { ...counts, made };
      },
      done: ({ created, updated, unchanged }) =>
        `Taken in: ${created} new sections, ${updated} changed, ${unchanged} as they were.`,
      undo: async (client, { made }) => {
        if (made.length === 0)
          throw new Error(
            'the documents were there before. What became of their sections stands in Changes.',
          );
        await client.deleteDocuments({ body: { document_ids: made } });
      },
    });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label="Take in documents"
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <p>
        Drop Markdown, text, HTML, PDF, Word or notebooks here, or{' '}
        <label className="button">
          choose files
          <input
            type="file"
            multiple
            className="hidden"
            disabled={isBusy}
            onChange={({ target }) => {
              take([...(target.files ?? [])]);
              target.value = '';
            }}
          />
        </label>
      </p>
      <label className="inline">
        Origin{' '}
        <input type="text" value={origin} required onChange={({ target }) => setOrigin(target.value)} />
      </label>
      {progress && (
        <div role="status">
          <progress max={progress.total} value={progress.done} aria-label="Taking in" />{' '}
          {Math.floor(progress.done)} of {progress.total}
          {isBusy && (
            <>
              {', '}
              <Plain>{progress.now}</Plain>
            </>
          )}
          {progress.failures.length > 0 && (
            <ul className="failure">
              {progress.failures.map(({ name, why }) => (
                <li key={name}>
                  <Plain>{name}</Plain>: <Plain>{why}</Plain>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}
