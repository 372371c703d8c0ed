import type { RefObject } from 'react';
import { useShortcuts } from './use-shortcuts.ts';

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
