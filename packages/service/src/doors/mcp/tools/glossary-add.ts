import { addGlossaryGroup, deleteGlossaryGroup } from '@memory/core';
import { tool } from '../server/tool.ts';

/** glossary_add: says which words mean the same in this workspace, or takes that back. */
export const glossaryAdd = tool('glossary_add', async (services, workspace, { terms, retract }) => {
  if (retract) await deleteGlossaryGroup(services, workspace, { terms });
  else await addGlossaryGroup(services, workspace, { terms });
  return {
    terms,
    hint: retract
      ? 'Taken back. The same call without retract adds it again.'
      : 'A search for one finds the others. The same call with retract true takes it back.',
  };
});
