import { createRelationship, retractRelationship } from '@memory/core';
import { tool } from '../server/tool.ts';

/** memory_relate: declares how two memories stand to each other, or takes that back. */
export const memoryRelate = tool(
  'memory_relate',
  async (services, workspace, { context, retract, ...named }) => {
    if (retract) await retractRelationship(services, workspace, { query: {}, body: named });
    else await createRelationship(services, workspace, { ...named, context: context ?? null });
    return {
      ...named,
      is_declared: !retract,
      hint: retract
        ? 'Taken back. The same call without retract declares it again.'
        : 'Declared. The same call with retract true takes it back.',
    };
  },
);
