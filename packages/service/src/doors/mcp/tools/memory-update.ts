import { getMemory, updateMemory } from '@memory/core';
import { dayOf, titleRow } from '../rows/memory-row.ts';
import { recalled } from '../rows/recalled.ts';
import { givenFields, requireShort } from '../rows/whole-fields.ts';
import { tool } from '../server/tool.ts';

/** memory_update: changes some fields, and says what stood there before. */
export const memoryUpdate = tool('memory_update', async (services, workspace, { ref, ...change }) => {
  const before = await getMemory(services, workspace, { ref });
  if (change.content !== undefined) requireShort(before, 'PATCH it');
  const memory = await updateMemory(services, workspace, {
    ref,
    title: change.title,
    narrative: change.content,
    tags: change.tags,
    concepts: change.concepts,
    source_files: change.files,
    importance_score: change.importance,
    confidence_score: change.confidence,
  });
  const asked = change as Record<string, unknown>;
  const was = Object.fromEntries(
    Object.entries(givenFields(before)).filter(([name]) => asked[name] !== undefined),
  );
  return recalled({
    ...titleRow(memory),
    date: dayOf(memory.created_at),
    was,
    hint: 'Changed. To take it back, call memory_update with what stands in was.',
  });
});
