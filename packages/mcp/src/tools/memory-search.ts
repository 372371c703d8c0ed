import { frameRecalled, recallMemories } from '@memory/core';
import { tool } from '../server/tool.ts';
import { countOf } from '../text/count-of.ts';
import { resultLines } from '../text/memory-lines.ts';

/** memory_search: what the team knows about a question, without what is irrelevant. */
export const memorySearch = tool('memory_search', async (services, workspace, input) => {
  const { reply, suppressedCount } = await recallMemories(services, workspace, {
    query: input.query,
    memory_types: input.memory_types ?? null,
    tags: input.tags ?? null,
    tagPrefixes: input.tag_prefixes ?? null,
    files: input.files ?? null,
    min_importance: input.min_importance ?? null,
    min_confidence: input.min_confidence ?? null,
    profile: input.search_profile,
    minScore: input.min_score,
    limit: input.limit,
  });
  const notes = [
    suppressedCount > 0
      ? `${countOf(suppressedCount, 'result')} below min_score ${input.min_score} suppressed as irrelevant.`
      : '',
    reply.degraded ? 'Matched by words alone: the query could not be embedded.' : '',
  ];
  const found =
    reply.count > 0 ? frameRecalled('memory_search', resultLines(reply.results)) : 'No memory matches.';
  return {
    structured: reply,
    text: [found, ...notes.filter(Boolean)].join('\n'),
    beside: { suppressed_count: suppressedCount },
  };
});
