import { deleteMemory, getMemory } from '@memory/core';
import { recalled } from '../rows/recalled.ts';
import { givenFields, requireShort } from '../rows/whole-fields.ts';
import { tool } from '../server/tool.ts';

/** memory_delete: deletes a memory and gives it back once. */
export const memoryDelete = tool('memory_delete', async (services, workspace, { ref }) => {
  const memory = await getMemory(services, workspace, { ref });
  requireShort(memory, 'DELETE it');
  await deleteMemory(services, workspace, { ref });
  const { source_session_id: sessionId } = memory;
  return recalled({
    deleted: {
      ...givenFields(memory),
      memory_type: memory.memory_type,
      ...(sessionId === null ? {} : { session_id: sessionId }),
    },
    hint: 'Deleted. To bring it back, call memory_store with these; it gets a new identifier, and its relationships are gone.',
  });
});
