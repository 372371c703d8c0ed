import { branchMark, openMemory, WITHDRAWN, type OpenedMemory } from '@memory/core';
import { endOfTokens } from '@memory/text/estimate-tokens';
import { dayOf, titleRow } from '../rows/memory-row.ts';
import { recalled } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

/** Tokens of the text in one answer. */
const CONTENT_TOKENS = 7_000;

/** memory_get_detail: one memory whole, counted as an access. */
export const memoryGetDetail = tool(
  'memory_get_detail',
  async (services, workspace, { ref, include_related, from }) => {
    const opened = await openMemory(services, workspace, { ref, withSimilar: include_related });
    const { memory, relationships, relationshipCount, similar, standing } = opened;
    const rest = memory.narrative.slice(from);
    const content = rest.slice(0, Math.max(1, endOfTokens(rest, CONTENT_TOKENS)));
    const more = memory.narrative.length - from - content.length;
    return recalled({
      ...titleRow(memory),
      date: dayOf(memory.created_at),
      ...(memory.updated_at ? { updated: dayOf(memory.updated_at) } : {}),
      ...origin(standing),
      ...(standing?.is_withdrawn ? { note: WITHDRAWN } : {}),
      ...(standing?.code ? { code: standing.code } : {}),
      ...listed('files', memory.source_files),
      ...listed('tags', memory.tags),
      ...listed('concepts', memory.concepts),
      ...(memory.source_session_id === null ? {} : { session_id: memory.source_session_id }),
      importance: memory.importance_score,
      confidence: memory.confidence_score,
      ...rated('useful_count', memory.feedback_positive_count),
      ...rated('not_useful_count', memory.feedback_negative_count),
      content,
      ...(more > 0
        ? { more_characters: more, hint: `The text goes on: call again with from ${from + content.length}.` }
        : {}),
      ...(relationships.length > 0
        ? {
            relationships: relationships.map(linkRow),
          }
        : {}),
      ...(relationshipCount > relationships.length
        ? { more_relationships: relationshipCount - relationships.length }
        : {}),
      ...(include_related ? { related_memories: similar.map(titleRow) } : {}),
    });
  },
);

const linkRow = ({
  relationship,
  id,
  memory_id,
  title,
  created_at,
}: OpenedMemory['relationships'][number]) => ({
  relationship,
  ...(memory_id === undefined ? { id } : { memory_id }),
  title,
  date: dayOf(created_at),
});

const origin = (known: OpenedMemory['standing']) =>
  known
    ? {
        ...(known.author === null ? {} : { author: known.author }),
        ...(known.project === null ? {} : { project: known.project }),
        ...(known.branch === null ? {} : { branch: branchMark(known) ?? known.branch }),
        ...(known.commit === null ? {} : { commit: known.commit }),
      }
    : {};

const listed = <Name extends string>(name: Name, list: readonly string[]) =>
  (list.length > 0 ? { [name]: [...list] } : {}) as Partial<Record<Name, string[]>>;

const rated = <Name extends string>(name: Name, count: number) =>
  (count > 0 ? { [name]: count } : {}) as Partial<Record<Name, number>>;
