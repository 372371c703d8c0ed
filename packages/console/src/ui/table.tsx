import type { ReactNode } from 'react';

interface TableProps {
  name: string;
  head: readonly string[];
  children: ReactNode;
}

/** A wide table scrolls by itself, also by key. */
export function Table({ name, head, children }: TableProps) {
  return (
    <div className="scrolls" role="region" aria-labelledby={name} tabIndex={0}>
      <table>
        {head.length > 0 && (
          <thead>
            <tr>
              {head.map((each) => (
                <th key={each} scope="col">
                  {each}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
