import { useState } from 'react';

/** A typed text outlives a reload of the page, and a session that ended. */
export function useDraft<Draft>(name: string, initial: Draft) {
  const key = `workspace-memory-draft ${name}`;
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? initial : (JSON.parse(kept) as Draft);
  });
  return {
    draft,
    set(next: Draft) {
      sessionStorage.setItem(key, JSON.stringify(next));
      setDraft(next);
    },
    forget: () => sessionStorage.removeItem(key),
  };
}
