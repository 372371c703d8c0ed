import type { Node } from 'web-tree-sitter';

// Conditions that hold on Windows alone, or in a build without assertions.
const subject =
  /^(?:defined[\s(]*)?(?:_*WIN(?:32|64|NT|DOWS)?_*|_MSC_VER|__MINGW(?:32|64)__|__CYGWIN__|NDEBUG)\b/iu;

/** Whether a definition of C stands in a branch that most builds leave out: there a name stands in for one of the system's. */
export function isConditional(definition: Node): boolean {
  for (let at: Node | null = definition; at?.parent; at = at.parent) {
    const { parent } = at;
    if (!/^preproc_(?:if|ifdef|elif)$/u.test(parent.type)) continue;
    const condition = (parent.childForFieldName('name') ?? parent.childForFieldName('condition'))?.text ?? '';
    const isDenied = parent.firstChild?.text === '#ifndef' || condition.startsWith('!');
    const isElse = at.type.startsWith('preproc_el');
    if (isElse === isDenied && subject.test(condition.replace(/^!\s*/u, ''))) return true;
  }
  return false;
}
