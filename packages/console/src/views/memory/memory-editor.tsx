import { lazy, Suspense, useRef, useState } from 'react';
import { useClient } from '../../session/session-context.ts';
import { Loading, Button, Form } from '../../ui/parts.tsx';
import { refOf } from '../../ui/text/inline.tsx';
import { messageOf } from '../../ui/message-of.ts';
import { useAct, useDraft } from '../../ui/hooks.ts';
import { fieldsOf, MemoryForm, type MemoryDraft } from './memory-form.tsx';
import type { MemoryDetail } from './memory-query.ts';

const FieldDiff = lazy(async () => ({ default: (await import('./memory-history.tsx')).FieldDiff }));

const draftOf = (memory: MemoryDetail): MemoryDraft => ({
  title: memory.title,
  narrative: memory.narrative,
  memory_type: memory.memory_type,
  tags: memory.tags.join(', '),
  concepts: memory.concepts.join(', '),
  source_files: memory.source_files.join('\n'),
  importance_score: memory.importance_score,
  confidence_score: memory.confidence_score,
});

const NAMES = Object.keys as <Value extends object>(value: Value) => (keyof Value)[];

/** Changes a memory. Whoever changed it meanwhile is not overwritten: both versions are shown. */
export function MemoryEditor({ memory, onDone }: { memory: MemoryDetail; onDone: () => void }) {
  const ref = refOf(memory);
  // The beginning of the draft; the memory itself is read anew in the background.
  const base = useRef(memory);
  const { draft, set, forget } = useDraft(ref, draftOf(memory));
  const [theirs, setTheirs] = useState<MemoryDetail | undefined>(undefined);
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const client = useClient();
  const act = useAct();
  const leave = () => {
    forget();
    onDone();
  };
  const goOn = (from: MemoryDetail) => {
    base.current = from;
    setTheirs(undefined);
  };
  const save = async () => {
    setError('');
    setIsBusy(true);
    try {
      const now = await client.getMemory({ path: { ref } });
      if (conflicts(base.current, now)) {
        setTheirs(now);
        return;
      }
      const wanted = fieldsOf(draft);
      const held = fieldsOf(draftOf(base.current));
      const names = NAMES(wanted).filter(
        (name) => JSON.stringify(wanted[name]) !== JSON.stringify(held[name]),
      );
      // Only what was changed, so that the rest stays what others make of it.
      const body = Object.fromEntries(names.map((name) => [name, wanted[name]]));
      if (names.length === 0) leave();
      else if (
        await act({
          run: (each) => each.updateMemory({ path: { ref }, body }),
          done: 'Saved.',
          undo: 'batch',
        })
      )
        leave();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Form
      className="editor"
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
        if (event.key === 'Escape') onDone();
      }}
    >
      <h1>Edit the memory</h1>
      <MemoryForm draft={draft} isNew={false} onChange={set} />
      {error && (
        <p role="alert" className="failure">
          {error}
        </p>
      )}
      {theirs && (
        <section className="conflict" role="alert">
          <h2>Somebody changed it while you were editing</h2>
          <p>What differs, from theirs to yours:</p>
          <Suspense fallback={<Loading />}>
            {NAMES(draft)
              .filter((name) => String(draftOf(theirs)[name]) !== String(draft[name]))
              .map((name) => (
                <FieldDiff
                  key={name}
                  name={name}
                  before={String(draftOf(theirs)[name])}
                  after={String(draft[name])}
                />
              ))}
          </Suspense>
          <div className="actions">
            <Button on={() => goOn(theirs)}>Keep mine, and go on</Button>
            <Button
              on={() => {
                set(draftOf(theirs));
                goOn(theirs);
              }}
            >
              Take theirs
            </Button>
          </div>
        </section>
      )}
      <div className="actions">
        <button type="submit" className="primary" disabled={isBusy || theirs !== undefined}>
          {isBusy ? 'Saving …' : 'Save'} <kbd>Ctrl Enter</kbd>
        </button>
        <Button on={leave}>Cancel</Button>
      </div>
    </Form>
  );
}

/** Counting and embedding change a memory, too; only what a person edits makes a conflict. */
const conflicts = (base: MemoryDetail, now: MemoryDetail): boolean =>
  JSON.stringify(draftOf(base)) !== JSON.stringify(draftOf(now));
