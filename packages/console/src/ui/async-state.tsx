import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './controls.tsx';
import { messageOf } from './message-of.ts';

interface AsyncStateProps<Data> {
  query: UseQueryResult<Data> | UseInfiniteQueryResult<Data>;
  /** Whether there is nothing to show. */
  isEmpty?: (data: Data) => boolean;
  /** Said then; a mere sentence is said quietly. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A part of a view while it is read, when it cannot be, when it is empty, and when it is there. */
export function AsyncState<Data>({ query, isEmpty, empty, children }: AsyncStateProps<Data>) {
  const { data, error, isPending, refetch } = query;
  if (data === undefined && error)
    return (
      <div className="failure" role="alert">
        <p>{messageOf(error)}</p>
        <Button on={refetch}>Try again</Button>
      </div>
    );
  if (isPending || data === undefined) return <Loading />;
  if (isEmpty?.(data))
    return (
      <div className="empty">{typeof empty === 'string' ? <p className="quiet">{empty}</p> : empty}</div>
    );
  return <>{children(data)}</>;
}

export function Loading() {
  return (
    <div className="loading" role="status">
      <progress aria-label="Loading" />
      <span className="hidden">Loading …</span>
    </div>
  );
}
