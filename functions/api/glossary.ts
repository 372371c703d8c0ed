import { glossary } from '@memory/contracts';
import * as core from '@memory/core';
import { endpoint } from '@memory/service';

// /api/v1/glossary
export const listGlossary = endpoint(glossary, 'listGlossary', core.listGlossary);
export const addGlossaryGroup = endpoint(glossary, 'addGlossaryGroup', core.addGlossaryGroup);
export const deleteGlossaryGroup = endpoint(glossary, 'deleteGlossaryGroup', core.deleteGlossaryGroup);
