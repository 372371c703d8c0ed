import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
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
const TICK_MS = 250;

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
      {children}
      <Messages notes={notes} onRemove={remove} onUndo={takeBack} />
    </ToastsContext>
  );
}

interface MessagesProps {
  notes: readonly Note[];
  onRemove: (id: number) => void;
  onUndo: (note: Note) => void;
}

/** Read out as they come; none goes while somebody points at one, is in one, or looks at another page. */
function Messages({ notes, onRemove, onUndo }: MessagesProps) {
  const place = useRef<HTMLUListElement>(null);
  const due = useRef(new Map<number, number>());
  useEffect(() => {
    let last = performance.now();
    const timer = setInterval(() => {
      const passed = performance.now() - last;
      last += passed;
      if (document.hidden || place.current?.matches(':hover, :focus-within')) return;
      for (const { id, isError } of notes) {
        const left = (due.current.get(id) ?? (isError ? 3 * SHOWN_MS : SHOWN_MS)) - passed;
        due.current.set(id, left);
        if (left <= 0) onRemove(id);
      }
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [notes, onRemove]);
  useEffect(() => {
    const go = (event: KeyboardEvent) => event.key === 'F8' && place.current?.focus();
    document.addEventListener('keydown', go);
    return () => document.removeEventListener('keydown', go);
  }, []);
  /** A reader in the message stays among the messages. */
  const leave = (act: () => void) => {
    place.current?.focus();
    act();
  };
  return (
    <ul ref={place} className="toasts" tabIndex={-1} aria-live="polite" aria-label="Messages (F8)">
      {notes.map((note) => (
        <li
          key={note.id}
          className={note.isError ? 'toast error' : 'toast'}
          onKeyDown={({ key }) => key === 'Escape' && leave(() => onRemove(note.id))}
        >
          <span role={note.isError ? 'alert' : undefined}>{note.text}</span>
          {note.undo && (
            <button type="button" onClick={() => leave(() => onUndo(note))}>
              Undo <kbd>u</kbd>
            </button>
          )}
          <button
            type="button"
            className="icon"
            aria-label="Close"
            onClick={() => leave(() => onRemove(note.id))}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
