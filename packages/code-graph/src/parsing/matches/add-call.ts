import type { Node } from 'web-tree-sitter';
import { receiverText } from '../receiver-text.ts';
import type { CallMatch } from './match.ts';
import { textOf } from './node-text.ts';

export function addCall(calls: Map<number, CallMatch>, nodes: ReadonlyMap<string, Node>): void {
  const callee = nodes.get('callee');
  if (!callee) return;
  const receiver = nodes.has('receiver') ? receiverText(nodes.get('receiver')) : null;
  const known = calls.get(callee.startIndex);
  // A module called where it is asked for begins like the call that asks for it.
  if (known && known.callee !== 'require' && (known.receiver !== null || receiver === null)) return;
  calls.set(callee.startIndex, {
    start: callee.startIndex,
    line: callee.startPosition.row + 1,
    callee: textOf(callee) ?? '',
    receiver,
    arguments: argumentsOf(nodes.get('call')),
  });
}

function argumentsOf(call: Node | undefined): number | undefined {
  const list = call?.childForFieldName('arguments');
  return list?.namedChildren.filter(({ type }) => !type.includes('comment')).length;
}

/** What a macro stands for is no tree: its calls are the names before parentheses. */
export function addExpansion(calls: Map<number, CallMatch>, node: Node | undefined): void {
  const text = textOf(node) ?? '';
  let before = '';
  let name: { word: string; index: number } | undefined;
  for (const { 0: token, index } of text.matchAll(/\w+|\S/gu)) {
    if (token === '(' && name) {
      const start = (node?.startIndex ?? 0) + name.index;
      const line = (node?.startPosition.row ?? 0) + text.slice(0, name.index).split('\n').length;
      calls.set(start, { start, line, callee: name.word, receiver: null });
    }
    // A member of what nobody declares here, and what `#` and `##` make.
    name = /^[A-Za-z_]/u.test(token) && !/[.>#]/u.test(before) ? { word: token, index } : undefined;
    before = token;
  }
}
