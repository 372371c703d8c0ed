import { frameRecalled, navigateCode } from '@memory/core';
import { tool } from '../server/tool.ts';
import { neighbourLine, section, symbolLine } from '../text/code-lines.ts';

/** code_navigate: the symbols one step away, in both directions. */
export const codeNavigate = tool('code_navigate', async (services, workspace, { symbol_id }) => {
  const around = await navigateCode(services, workspace, symbol_id);
  const { symbol, callers, callees, contained_in, contains } = around;
  return {
    structured: around,
    text: frameRecalled('code_navigate', [
      symbolLine(symbol),
      '',
      ...section('Callers', callers.map(neighbourLine)),
      ...section('Callees', callees.map(neighbourLine)),
      ...section('Stands in', contained_in ? [symbolLine(contained_in)] : []),
      ...section('Contains', contains.map(symbolLine)),
    ]),
  };
});
