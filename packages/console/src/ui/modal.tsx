import { useEffect, useRef, type ReactNode } from 'react';

interface ModalProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** The browser's own dialog: it holds the focus (first what is marked `data-first`), gives it back, and closes with Escape. */
export function Modal({ title, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isClosed = useRef(false);
  const close = () => {
    if (isClosed.current) return;
    isClosed.current = true;
    // Gives the focus back; the event of it comes later, and a key that opens the dialog again must not come between.
    dialog.current?.close();
    onClose();
  };
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const element = dialog.current;
    isClosed.current = false;
    element?.showModal();
    // The browser would take the button that closes it; a field that is not shown yet cannot take the focus itself.
    element?.querySelector<HTMLElement>('[data-first]')?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      element?.close();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={close}>
      <header>
        <h2>{title}</h2>
        <button type="button" className="icon" aria-label="Close" onClick={close}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}
