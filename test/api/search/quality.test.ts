import { expect } from 'vitest';
import type { Memory, SearchResult } from '@memory/contracts';
import { loadStory } from '../../bench/recall/story.ts';
import { testWithService } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

verifies(
  'search.quality',
  async ({ service }) => {
    const { memories, questions } = loadStory('tuned');
    const stories = new Map<string, string>();
    for (const { id, title, text, type, tags, files } of memories) {
      const stored = await service.store({
        title,
        narrative: text,
        memory_type: type as Memory['memory_type'],
        tags,
        source_files: files,
      });
      stories.set(stored.id, id);
    }
    await service.runJobs();
    let answered = 0;
    for (const { ask, want } of questions.answerable) {
      const { body } = await service.post('/api/v1/memories/search', { query: ask, limit: 5 });
      const found = (body.results as SearchResult[]).map(({ memory }) => stories.get(memory.id) ?? '');
      if (want.some((id) => found.includes(id))) answered += 1;
    }
    console.log(
      `of ${questions.answerable.length} questions about 96 memories: ${answered} within five results`,
    );
    expect(answered / questions.answerable.length).toBeGreaterThanOrEqual(0.9);
  },
  { title: 'questions of a team are answered by its memories (cranfield: `npm run test:quality`)' },
);
