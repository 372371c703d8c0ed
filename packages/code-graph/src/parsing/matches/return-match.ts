import type { Node } from 'web-tree-sitter';
import { functionAround } from './around.ts';
import type { HandedMatch, ReturnMatch } from './match.ts';
import { textOf } from './node-text.ts';

export function returnMatch(nodes: ReadonlyMap<string, Node>): ReturnMatch | undefined {
  const around = functionAround(nodes.get('returned'));
  const from = (['literal', 'made', 'type'] as const).find((name) => nodes.has(name)) ?? 'copied';
  if (!around) return undefined;
  const text = from === 'literal' ? '()' : (textOf(nodes.get(from)) ?? '');
  return { start: around.startIndex, end: around.endIndex, from, text };
}

/** Of a variable that stands in no function, only where it stands in nothing else: other files may be handed it. */
export function handedMatch(nodes: ReadonlyMap<string, Node>): HandedMatch | undefined {
  const [literal, given] = [nodes.get('literal'), nodes.get('given')];
  const imported = textOf(nodes.get('imported')) ?? '';
  const [start, end] = [literal?.startIndex ?? 0, (functionAround(literal) ?? literal)?.endIndex ?? 0];
  const declaration = given?.parent?.parent?.parent?.type ?? '';
  if (given && !functionAround(given) && !/^(?:program|export_statement)$/u.test(declaration))
    return undefined;
  return {
    start,
    end,
    holder: given ? given.text : '()',
    alias: textOf(nodes.get('alias')) ?? imported,
    imported,
  };
}
