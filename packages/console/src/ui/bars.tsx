import { formatNumber } from './text/moment.tsx';
import { Plain } from './text/plain.tsx';

interface BarsProps {
  rows: readonly { name: string; count: number }[];
  /** The counted things: `memories`. */
  of: string;
}

/** Amounts beside each other: the number says it, the bar shows it. */
export function Bars({ rows, of }: BarsProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul className="bars">
      {rows.map(({ name, count }) => (
        <li key={name}>
          <span>
            <Plain>{name}</Plain>
          </span>
          <meter min={0} max={most} value={count} aria-label={`${name}: ${formatNumber(count)} ${of}`} />
          <span className="number">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}
