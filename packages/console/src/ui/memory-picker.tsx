import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Client } from '@memory/client';
import { useClient, useSession } from '../session/session-context.ts';
import { AsyncState } from './parts.tsx';
import { Marked } from './text/marked.tsx';
import { refOf } from './text/inline.tsx';

export type PickedMemory = Awaited<ReturnType<Client['searchMemories']>>['results'][number]['memory'];

const SHOWN = 8;

interface MemoryPickerProps {
  /** Not offered. */
  except: string;
  label: string;
  picked: PickedMemory | undefined;
  onPick: (memory: PickedMemory) => void;
}

/** Finds another memory by what it is about; the latest are offered before anything is typed. */
export function MemoryPicker({ except, label, picked, onPick }: MemoryPickerProps) {
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const client = useClient();
  const { workspaceId } = useSession();
  const query = useQuery({
    queryKey: ['pick', workspaceId, wanted],
    queryFn: async ({ signal }): Promise<PickedMemory[]> =>
      wanted.trim() === ''
        ? client.listMemories({ query: { ordering: '-created_at', limit: SHOWN }, signal })
        : (await client.searchMemories({ body: { query: wanted, limit: SHOWN }, signal })).results.map(
            ({ memory }) => memory,
          ),
    placeholderData: keepPreviousData,
  });
  return (
    <fieldset className="picker">
      <legend>{label}</legend>
      <input
        type="search"
        aria-label="Find a memory"
        placeholder="Find a memory …"
        value={typed}
        data-first
        onChange={({ target }) => setTyped(target.value)}
      />
      <AsyncState query={query} isEmpty={(found) => found.length === 0} empty={<p>Nothing found.</p>}>
        {(found) =>
          found
            .filter((memory) => refOf(memory) !== except)
            .map((memory) => (
              <label key={memory.id} className="check">
                <input
                  type="radio"
                  name="picked"
                  checked={picked?.id === memory.id}
                  onChange={() => onPick(memory)}
                />{' '}
                <Marked text={memory.title} query={wanted} />
              </label>
            ))
        }
      </AsyncState>
    </fieldset>
  );
}
