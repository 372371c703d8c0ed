import { addGlossaryGroup, deleteGlossaryGroup, listGlossary } from '@memory/core';
import { recalled } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

export const glossaryList = tool('glossary_list', async (services, workspace, { limit, offset }) => {
  const { count, results, built_in } = await listGlossary(services, workspace);
  const groups = results.slice(offset, offset + limit).map(({ terms, author, created_at }) => ({
    terms,
    author: author ?? undefined,
    date: created_at.slice(0, 10),
  }));
  const hint = `Beside these, ${built_in} groups of the field are known.`;
  return groups.length > 0 ? recalled({ count, results: groups, hint }) : { count, results: groups, hint };
});

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
