import type { Node } from 'web-tree-sitter';

/** What grammars without a field for it call the body of a function, class or constructor, and the text of a macro. */
const BODY = /(?:_body|^block|^preproc_arg)$/;

/** What a definition holds behind its declaration; null where there is nothing, or nothing that the grammar tells apart. */
export function bodyOf(node: Node): Node | null {
  const value = valueOf(node) ?? node.childForFieldName('type');
  return (
    node.childForFieldName('body') ??
    value?.childForFieldName('body') ??
    node.namedChildren.find((child) => child.type.endsWith('_list') && child.type.includes('declaration')) ??
    node.namedChildren.find((child) => BODY.test(child.type)) ??
    null
  );
}

/** What a name is given: a function, an object, the type behind an alias. */
export const valueOf = (node: Node): Node | null =>
  node.childForFieldName('value') ?? node.childForFieldName('right');
