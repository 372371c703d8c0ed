import type { Node } from 'web-tree-sitter';

const boxes = new Set('Arc Box Cell ManuallyDrop Mutex Pin Rc RefCell RwLock'.split(' '));

/** In Rust a box is used as what stands in it. */
export function unboxed(value: Node | undefined): Node | undefined {
  const given = value?.type === 'call_expression' ? value.childForFieldName('arguments') : null;
  const [made, box = ''] = (value?.childForFieldName('function')?.text ?? '').split('::').toReversed();
  const isBox = given?.namedChildCount === 1 && made === 'new' && boxes.has(box);
  return isBox && given.firstNamedChild ? unboxed(given.firstNamedChild) : value;
}
