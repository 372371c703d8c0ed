import { Link } from '@tanstack/react-router';
import { useState, type ReactNode, type CSSProperties } from 'react';
import { printable } from '@memory/text/printable';

/** Text of others: what turns a line around or shows nothing is written out, and its direction stays its own. */
export function Plain({ children }: { children: string }) {
  return <bdi>{printable(children)}</bdi>;
}

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });
const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const RELATIVE_UNTIL_MS = 30 * 86_400_000;

function relative(at: Date): string {
  const ms = at.getTime() - Date.now();
  if (Math.abs(ms) > RELATIVE_UNTIL_MS) return SHORT.format(at);
  for (const [unit, length] of UNITS)
    if (Math.abs(ms) >= length) return RELATIVE.format(Math.round(ms / length), unit);
  return RELATIVE.format(0, 'minute');
}

/** When, in the reader's language: how long ago, and the whole date on pointing at it. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={FULL.format(date)}>
      {relative(date)}
    </time>
  );
}

const NUMBER = new Intl.NumberFormat();

export const formatNumber = (value: number): string => NUMBER.format(value);

/** `1 memory`, `2 memories`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Of a share between 0 and 1. */
export const formatShare = (value: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent' }).format(value);

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

export interface ShownMemory {
  memory: string;
  title: string;
  memory_type: string;
  created_at: string;
}

interface MemoryRowProps {
  memory: ShownMemory;
  /** When; default: when it was stored. */
  at?: string;
  children?: ReactNode;
}

/** A memory in one line of a list: type, title, what is said of it, and when. */
export function MemoryRow({ memory, at = memory.created_at, children }: MemoryRowProps) {
  return (
    <div className="row">
      <Link to="/memories/$ref" params={{ ref: memory.memory }} data-item>
        <TypeBadge type={memory.memory_type} />
        <Plain>{memory.title}</Plain>
      </Link>
      {children}
      <Moment at={at} />
    </div>
  );
}

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
