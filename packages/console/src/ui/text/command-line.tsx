import { useState } from 'react';

/** A command to run in a terminal, with a button that copies it. */
export function CommandLine({ children }: { children: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <span className="command">
      <code>{children}</code>
      <button
        type="button"
        className="plain"
        aria-label={`Copy ${children}`}
        onClick={() => void navigator.clipboard.writeText(children).then(() => setIsCopied(true))}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </span>
  );
}
