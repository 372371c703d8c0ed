import { type UseQueryResult } from '@tanstack/react-query';
import { ATTENTION_MAX } from '@memory/contracts';
import { useRights, useSession, useOperation, useAsk } from '../../session/session-context.ts';
import { formatNumber } from '../../ui/text/inline.tsx';
import {
  contradictionItem,
  duplicateItems,
  groundItem,
  pruningItem,
  unusedItems,
  uploadItem,
  workItem,
  type InboxItem,
} from './inbox-items.ts';

const PAGE = 50;

export interface InboxGroup {
  id: string;
  name: string;
  items: InboxItem[];
}

/** All that waits for a person, as the inbox, Home and the menu count it; `waiting` is what is not read yet. */
export function useInbox(): { groups: InboxGroup[]; waiting: UseQueryResult | undefined } {
  const { workspaceId } = useSession();
  const { isOperator } = useRights();
  const contradictions = useAsk(['contradictions', PAGE], (client, signal) =>
    client.listContradictions({ query: { limit: PAGE }, signal }),
  );
  const grounds = useAsk(['grounds', PAGE], (client, signal) =>
    client.listGrounds({ query: { limit: PAGE }, signal }),
  );
  const refs = grounds.data?.results.map(({ memory }) => memory) ?? [];
  const stands = useAsk(
    ['grounds', refs],
    (client, signal) => client.readGrounds({ query: { memory: refs }, signal }),
    { enabled: refs.length > 0 },
  );
  const standing = new Map(stands.data?.results.map((each) => [each.memory, each]));
  const candidates = useAsk(['candidates'], (client, signal) =>
    client.listMemories({ query: { pruning_candidates: true, limit: PAGE }, signal }),
  );
  const attention = useOperation('listAttention', {});
  const waiting = [contradictions, grounds, candidates, attention].find(({ data }) => data === undefined);
  // A pair that says the same is no contradiction, although it looks like a new version as well.
  const alike = new Set(
    attention.data?.duplicates.map(({ source, target }) => `${source.memory} ${target.memory}`),
  );
  const isAlike = ({ source, target }: { source: { memory: string }; target: { memory: string } }) =>
    alike.has(`${source.memory} ${target.memory}`) || alike.has(`${target.memory} ${source.memory}`);
  const unused = attention.data?.unused ?? [];
  const pruned = new Set(candidates.data?.map(({ id }) => id));
  const groups: InboxGroup[] = [
    {
      name: 'Perhaps contradicting',
      id: 'contradictions',
      items: (contradictions.data?.results ?? []).filter((pair) => !isAlike(pair)).map(contradictionItem),
    },
    {
      name: 'Code has changed',
      id: 'code',
      items: (grounds.data?.results ?? []).map((each) => groundItem(each, standing.get(each.memory))),
    },
    {
      name: 'Near-duplicates',
      id: 'duplicates',
      items: duplicateItems(attention.data?.duplicates ?? []),
    },
    {
      name: 'What failed',
      id: 'failed',
      items: [
        ...(attention.data?.work ?? []).map((each) => workItem(each, { workspaceId, isOperator })),
        ...(attention.data?.uploads ?? []).map((each) => uploadItem(each, workspaceId)),
      ],
    },
    { name: 'Candidates for pruning', id: 'pruning', items: (candidates.data ?? []).map(pruningItem) },
    {
      name: 'Never asked for',
      id: 'unused',
      items: unusedItems(
        unused.filter(({ memory }) => !pruned.has(memory)),
        unused.length === ATTENTION_MAX,
      ),
    },
  ];
  return { groups, waiting };
}

export function InboxCount() {
  const { groups, waiting } = useInbox();
  const count = groups.flatMap(({ items }) => items).length;
  return waiting || count === 0 ? null : <span className="tag number">{formatNumber(count)}</span>;
}
