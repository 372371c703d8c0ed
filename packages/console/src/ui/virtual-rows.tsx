import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

interface VirtualRowsProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Pixels that a row is likely to be high; each is measured when it is there. */
  estimate: number;
  className?: string;
  label?: string;
  isBusy?: boolean;
  /** Scrolls in the box around it and not with the page. */
  isInside?: boolean;
  onEnd?: (() => void) | undefined;
  children: (row: Row, at: number) => ReactNode;
}

/** A list of any length, of which only what is in sight is there. */
export function VirtualRows<Row>({
  rows,
  keyOf,
  estimate,
  className,
  label,
  isBusy,
  isInside = false,
  onEnd,
  children,
}: VirtualRowsProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const offset = isInside ? 0 : (list.current?.getBoundingClientRect().top ?? 0) + scrollY;
    // The part above may grow; a pixel more or less would measure for ever.
    setTop((before) => (Math.abs(before - offset) > 4 ? offset : before));
  });
  const options = {
    count: rows.length,
    estimateSize: () => estimate,
    overscan: 12,
    getItemKey: (at: number) => keyOf(rows[at] as Row),
  };
  const ofPage = useWindowVirtualizer({ ...options, enabled: !isInside, scrollMargin: top });
  const ofBox = useVirtualizer({
    ...options,
    enabled: isInside,
    getScrollElement: () => list.current?.parentElement ?? null,
  });
  const virtualizer = isInside ? ofBox : ofPage;
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const isAtEnd = rows.length > 0 && last >= rows.length - 5;
  useLayoutEffect(() => {
    if (isAtEnd) onEnd?.();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once each time that the end is reached, not whenever the caller is drawn again
  }, [isAtEnd, rows.length]);
  return (
    <ul
      ref={list}
      className={className ? `virtual ${className}` : 'virtual'}
      aria-label={label}
      aria-busy={isBusy}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {items.map(({ index, key, start }) => {
        const row = rows[index];
        return (
          row !== undefined && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {children(row, index)}
            </li>
          )
        );
      })}
    </ul>
  );
}
