import type { Node } from 'web-tree-sitter';

/** What a definition holds behind its declaration; null where there is nothing, or nothing that the grammar tells apart. */
export function bodyOf(node: Node): Node | null {
  const value =
    node.childForFieldName('value') ?? node.childForFieldName('right') ?? node.childForFieldName('type');
  return (
    node.childForFieldName('body') ??
    value?.childForFieldName('body') ??
    node.namedChildren.find((child) => child.type.endsWith('_list') && child.type.includes('declaration')) ??
    null
  );
}
