import { Fragment, type ReactNode } from 'react';
import { formatNumber, Plain } from './text/inline.tsx';

/** Text of others is shown as it is, a number by the reader's habits. */
const shown = (value: ReactNode): ReactNode =>
  typeof value === 'string' ? (
    <Plain>{value}</Plain>
  ) : typeof value === 'number' ? (
    formatNumber(value)
  ) : (
    value
  );

interface TableProps<Row> {
  /** Of the heading above it. */
  name: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The first one names the row. */
  columns: Readonly<Record<string, (row: Row) => ReactNode>>;
  isQuiet?: (row: Row) => boolean;
}

/** A wide table scrolls by itself, also by key. */
export function Table<Row>({ name, rows, keyOf, columns, isQuiet }: TableProps<Row>) {
  return (
    <div className="scrolls" role="region" aria-labelledby={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {Object.keys(columns).map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={isQuiet?.(row) ? 'quiet' : undefined}>
              {Object.entries(columns).map(([head, valueOf], at) => {
                const value = valueOf(row);
                if (at === 0)
                  return (
                    <th key={head} scope="row">
                      {shown(value)}
                    </th>
                  );
                return (
                  <td key={head} className={typeof value === 'number' ? 'number' : undefined}>
                    {shown(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FactsProps {
  /** Names with their values; a value that is not there takes its name along. */
  of: Readonly<Record<string, ReactNode>>;
  className?: string;
}

export const Facts = ({ of, className }: FactsProps) => (
  <dl className={className}>
    {Object.entries(of)
      .filter(([, value]) => Boolean(value))
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{shown(value)}</dd>
        </Fragment>
      ))}
  </dl>
);
