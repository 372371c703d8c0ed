import { expectThat, type SmokeCheck } from '../smoke-context.ts';

/** A relationship is declared, and the graph leads along it. */
export const relate: SmokeCheck = {
  name: 'relate',
  needs: ['workspace', 'memories'],
  async run({ client, memories }) {
    await client.createRelationship({
      body: { source_id: memories.first, target_id: memories.second, relationship_type: 'related_to' },
    });
    const { path, depth } = await client.findPath({
      body: { source_memory_id: memories.first, target_memory_id: memories.second },
    });
    expectThat(
      path.length === 2 && depth === 1,
      `The path between two related memories has ${path.length} memories.`,
    );
    return 'declared, and found as a path';
  },
};
