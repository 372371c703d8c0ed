import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Moment } from './moment.tsx';
import { Plain } from './plain.tsx';
import { TypeBadge } from './type-badge.tsx';

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
