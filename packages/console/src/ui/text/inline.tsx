import { Link } from '@tanstack/react-router';
import { useState, type ReactNode, type CSSProperties } from 'react';
import { printable } from '@memory/text/printable';
import { Button } from '../parts.tsx';

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
export function Moment({ at }: { at: string | null }) {
  if (at === null) return 'never';
  const date = new Date(at);
  return (
    <time dateTime={at} title={FULL.format(date)}>
      {relative(date)}
    </time>
  );
}

const NUMBER = new Intl.NumberFormat();

export const formatNumber = (value: number): string => NUMBER.format(value);

export const Count = ({ of }: { of: number }) => <span className="count">{formatNumber(of)}</span>;

interface SaidProps {
  of: string | null | undefined;
  before?: string;
  className?: string;
  title?: string;
}

/** A text of others as a part of a line; none where there is none. */
export const Said = ({ of, before, ...others }: SaidProps) =>
  of ? (
    <span {...others}>
      {before !== undefined && `${before} `}
      <Plain>{of}</Plain>
    </span>
  ) : null;

export const MemoryLink = ({ to, title, isItem }: { to: string; title: string; isItem?: boolean }) => (
  <Link to="/memories/$ref" params={{ ref: to }} data-item={isItem || undefined}>
    <Plain>{title}</Plain>
  </Link>
);

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
      <Button
        kind="plain"
        name={`Copy ${children}`}
        on={() => navigator.clipboard.writeText(children).then(() => setIsCopied(true))}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </span>
  );
}

export interface ShownMemory {
  memory: string;
  title: string;
  memory_type: string;
  created_at: string;
}

interface MemoryRowsProps<Memory> {
  of: readonly Memory[];
  label?: string;
  at?: (memory: Memory) => string;
  children?: (memory: Memory) => ReactNode;
}

export const MemoryRows = <Memory extends ShownMemory>({
  of,
  label,
  at = ({ created_at }) => created_at,
  children,
}: MemoryRowsProps<Memory>) => (
  <ul className="rows" aria-label={label}>
    {of.map((memory) => (
      <li key={`${memory.memory} ${at(memory)}`}>
        <MemoryRow memory={memory} at={at(memory)}>
          {children?.(memory)}
        </MemoryRow>
      </li>
    ))}
  </ul>
);

/** A memory in one line of a list: type, title, what is said of it, and when. */
function MemoryRow({ memory, at, children }: { memory: ShownMemory; at: string; children: ReactNode }) {
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

/** The address of a memory: its `mem-` identifier where the service has those, its UUID else. */
export const refOf = ({
  id,
  memory_id,
}: {
  id?: string | undefined;
  memory_id?: string | undefined;
}): string => memory_id ?? id ?? '';

/** A memory of the service's answers, as lists show it. */
export const withRef = <Memory extends Parameters<typeof refOf>[0]>(memory: Memory) => ({
  ...memory,
  memory: refOf(memory),
});
