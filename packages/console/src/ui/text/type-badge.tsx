import type { CSSProperties } from 'react';

/** Colours that stand out on light and dark. */
const COLOURS: Readonly<Record<string, string>> = {
  decision: '#6e56cf',
  pattern: '#0091ff',
  convention: '#12a594',
  architecture: '#e54666',
  discovery: '#f5a400',
  incident: '#e5484d',
  wiki: '#46a758',
  created: '#46a758',
  updated: '#0091ff',
  deleted: '#e5484d',
};

interface TypeBadgeProps {
  /** Of a memory, or kind of a change. */
  type: string;
  /** Default: the type itself. */
  children?: string;
}

/** The type of a memory, or what became of one; its colour repeats what the word says. */
export function TypeBadge({ type, children = type.replaceAll('_', ' ') }: TypeBadgeProps) {
  return (
    <span className="badge" style={{ '--type': COLOURS[type] } as CSSProperties}>
      {children}
    </span>
  );
}
