import { useEffect, useRef, type RefObject } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/u.test(target.tagName));

/** Single keys, while nothing is typed and no dialog is open. They can be turned off, as WCAG 2.1.4 wants. */
export function useShortcuts(shortcuts: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (localStorage.getItem('workspace-memory-shortcuts') === 'off') return;
      if (document.querySelector('dialog[open]')) return;
      const run = latest.current[event.key];
      if (!run) return;
      event.preventDefault();
      run(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

const ITEMS = '[data-item], :scope > li h2 a, :scope > li > a, :scope > li > article h2 a';

/** `j` and `k` go through the first links of a list's items. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  const move = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = links[Math.max(0, Math.min(links.length - 1, at + by))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
}
