import { Toast } from 'radix-ui';
import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { connection } from '../session/connection.ts';
import { messageOf } from './message-of.ts';

interface Note {
  id: number;
  text: string;
  isError: boolean;
  undo: (() => Promise<unknown>) | undefined;
}

interface Toasts {
  say(text: string, undo?: () => Promise<unknown>): void;
  fail(text: string): void;
  /** Takes back, as `u` does, the last change that can be. */
  undoLast(): void;
}

const ToastsContext = createContext<Toasts | undefined>(undefined);

export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (!toasts) throw new Error('There are no toasts around this.');
  return toasts;
}

/** Long enough to read and to reach for the key. */
const SHOWN_MS = 10_000;

/** Actions that `u` takes back, the last first. */
const UNDOS_MAX = 20;

let lastId = 0;

/** Says what was done, and takes it back when asked. */
export function ToastsProvider({ children }: { children: ReactNode }) {
  const [notes, setNotes] = useState<Note[]>([]);
  // A change that can be taken back outlives its message.
  const undos = useRef<Note[]>([]);
  const remove = useCallback((id: number) => setNotes((all) => all.filter((note) => note.id !== id)), []);
  const add = useCallback((note: Omit<Note, 'id'>) => {
    lastId += 1;
    const added = { ...note, id: lastId };
    if (note.undo) undos.current = [...undos.current.slice(1 - UNDOS_MAX), added];
    setNotes((all) => [...all.slice(-3), added]);
  }, []);
  const fail = useCallback((text: string) => add({ text, isError: true, undo: undefined }), [add]);
  const takeBack = useCallback(
    ({ id, undo }: Note) => {
      undos.current = undos.current.filter((each) => each.id !== id);
      remove(id);
      undo?.().then(
        () => add({ text: 'Taken back.', isError: false, undo: undefined }),
        (error: unknown) =>
          add({
            text: `It could not be taken back: ${messageOf(error)}`,
            isError: true,
            // While the service is away nothing was tried: it can be taken back when that is there again.
            undo: connection.get() === 'ready' ? undefined : undo,
          }),
      );
    },
    [add, remove],
  );
  const toasts = useMemo<Toasts>(
    () => ({
      say: (text, undo) => add({ text, isError: false, undo }),
      fail,
      undoLast() {
        const last = undos.current.at(-1);
        if (last) takeBack(last);
      },
    }),
    [add, fail, takeBack],
  );
  return (
    <ToastsContext value={toasts}>
      <Toast.Provider duration={SHOWN_MS} label="Message">
        {children}
        {notes.map((note) => (
          <Toast.Root
            key={note.id}
            className={note.isError ? 'toast error' : 'toast'}
            type={note.isError ? 'foreground' : 'background'}
            duration={note.isError ? 3 * SHOWN_MS : SHOWN_MS}
            onOpenChange={(open) => !open && remove(note.id)}
          >
            <Toast.Description>{note.text}</Toast.Description>
            {note.undo && (
              <Toast.Action asChild altText="Undo by pressing u">
                <button type="button" onClick={() => takeBack(note)}>
                  Undo <kbd>u</kbd>
                </button>
              </Toast.Action>
            )}
            <Toast.Close asChild>
              <button type="button" className="icon" aria-label="Close">
                ×
              </button>
            </Toast.Close>
          </Toast.Root>
        ))}
        <Toast.Viewport className="toasts" />
      </Toast.Provider>
    </ToastsContext>
  );
}
