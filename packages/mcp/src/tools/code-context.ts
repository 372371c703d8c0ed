import { frameRecalled, getCodeContext } from '@memory/core';
import { tool } from '../server/tool.ts';
import { linkLine, section, symbolLine } from '../text/code-lines.ts';
import { memoryLines } from '../text/memory-lines.ts';

/** code_context: a symbol with its call chain and the memories about it. */
export const codeContext = tool('code_context', async (services, workspace, input) => {
  const context = await getCodeContext(services, workspace, input);
  const { symbol, alternatives, call_chain: chain, memories } = context;
  return {
    structured: context,
    text: symbol
      ? frameRecalled('code_context', [
          symbolLine(symbol),
          '',
          ...section('Called by', chain.callers.map(linkLine)),
          ...section('Calls', chain.callees.map(linkLine)),
          ...section('Others of this name', alternatives.map(symbolLine)),
          ...memories.flatMap(({ memory, links }) => [
            ...memoryLines(memory),
            `(linked by ${links.join(', ')})`,
            '',
          ]),
        ])
      : 'No code is indexed in this workspace. `workspace-memory index` indexes a working tree.',
  };
});
