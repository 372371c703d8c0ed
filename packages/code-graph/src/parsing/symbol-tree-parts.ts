import type { Node } from 'web-tree-sitter';
import { asked, inBlock, ofItself, seldom } from '../file-index.ts';

/** Types of the body of a function, class or constructor in grammars without a field for it, and of a macro's text. */
const BODY = /(?:_body|^block|^preproc_arg)$/;

/** The part of a definition behind its declaration; null where there is none, or none that the grammar tells apart. */
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

/** The value of a name: a function, an object, the type behind an alias. */
export const valueOf = (node: Node): Node | null =>
  node.childForFieldName('value') ?? node.childForFieldName('right');

// Conditions that hold on Windows alone, or in a build without assertions.
const subject =
  /^(?:defined[\s(]*)?(?:_*WIN(?:32|64|NT|DOWS)?_*|_MSC_VER|__MINGW(?:32|64)__|__CYGWIN__|NDEBUG)\b/iu;

/** Macros of the standard headers, which libraries define for compilers from before C99. */
const standard = /^(?:isnan|isinf|isfinite|isnormal|signbit|fpclassify|offsetof|va_copy)$/u;

/** Under what condition a function is defined, where that says what a call of its name may reach. */
export function conditionOf(
  definition: Node,
  name: string,
  file: string,
): typeof seldom | typeof asked | typeof inBlock | typeof ofItself | undefined {
  if (definition.type === 'singleton_method') return ofItself;
  if (definition.type === 'method') return OF_METHOD[scopeOf(definition) ?? ''];
  let found: typeof asked | undefined;
  for (let at: Node | null = definition; at?.parent; at = at.parent) {
    const { parent } = at;
    if (!/^preproc_(?:if|ifdef|elif)$/u.test(parent.type)) continue;
    const condition = (parent.childForFieldName('name') ?? parent.childForFieldName('condition'))?.text ?? '';
    if (isSeldom(name, at, condition)) return seldom;
    const isForAll =
      definition.type !== 'function_definition' || /\b(?:static|inline)\b/u.test(headOf(definition));
    if (/\.h\w*$/u.test(file) && !isForAll && parent.firstChild?.text === '#ifdef') found = asked;
  }
  return found;
}

const OF_METHOD: Partial<Record<string, typeof inBlock | typeof ofItself>> = {
  do_block: inBlock,
  block: inBlock,
  singleton_class: ofItself,
};

function scopeOf(definition: Node): string | undefined {
  let at = definition.parent;
  while (at && !/^(?:do_block|block|class|module|singleton_class|method)$/u.test(at.type)) at = at.parent;
  return at?.type;
}

function isSeldom(name: string, branch: Node, condition: string): boolean {
  const opening = branch.parent?.firstChild?.text;
  const isOwn = condition === name && standard.test(condition);
  if (isOwn && opening === '#ifndef') return true;
  const isDenied = opening === '#ifndef' || condition.startsWith('!');
  const isElse = branch.type.startsWith('preproc_el');
  return isElse === isDenied && subject.test(condition.replace(/^!\s*/u, ''));
}

const headOf = (definition: Node): string =>
  definition.text.slice(0, (definition.childForFieldName('body')?.startIndex ?? 0) - definition.startIndex);
