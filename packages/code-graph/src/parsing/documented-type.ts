import type { Node } from 'web-tree-sitter';

/** What JSDoc says instead of a type annotation: of a parameter, of a variable, of a field. */
export function documentedType(name: Node): string | null {
  const parameter = name.parent?.type === 'assignment_pattern' ? name.parent : name;
  if (parameter.parent?.type === 'formal_parameters') {
    const comment = commentOf(parameter.parent.parent);
    return comment === null ? null : tagged(comment, /@param\s+\{/gu, name.text);
  }
  const comment = holders.has(name.parent?.type ?? '') ? commentOf(name.parent) : null;
  return comment === null ? null : tagged(comment, /@type\s+\{/gu, null);
}

/** What JSDoc says that a function returns. */
export function documentedReturn(definition: Node): string | null {
  if (!ecmaFunctions.has(definition.type)) return null;
  const comment = commentOf(definition);
  return comment === null ? null : tagged(comment, /@returns?\s+\{/gu, null);
}

const ecmaFunctions = new Set([
  'function_declaration',
  'generator_function_declaration',
  'method_definition',
  'variable_declarator',
  'assignment_expression',
  'pair',
]);
const holders = new Set(['variable_declarator', 'member_expression', 'field_definition']);
/** What may stand between a name or function and the statement that the comment stands above. */
const inside =
  /^(?:variable_declarator|lexical_declaration|variable_declaration|assignment_expression|expression_statement|export_statement|member_expression|function_expression|arrow_function|pair)$/u;
const commentMax = 10_000;
/** An empty line may follow the comment. */
const linesBetween = 2;

/** The comment of JSDoc right above what a node begins or is the value of. */
function commentOf(node: Node | null): string | null {
  for (let at = node; at; at = at.parent) {
    const above = at.previousNamedSibling;
    if (above?.type === 'comment') {
      const isNear = at.startPosition.row - above.endPosition.row <= linesBetween;
      const isShort = above.endIndex - above.startIndex <= commentMax;
      return isNear && isShort && above.text.startsWith('/**') ? above.text : null;
    }
    if (!at.parent || !(inside.test(at.type) || inside.test(at.parent.type))) return null;
  }
  return null;
}

/** The type in braces behind a tag, of that name where one is asked for; null when it says nothing. */
function tagged(comment: string, tag: RegExp, name: string | null): string | null {
  for (const { 0: opening, index } of comment.matchAll(tag)) {
    const start = index + opening.length;
    let depth = 1;
    let end = start;
    for (; end < comment.length && depth > 0; end += 1) {
      if (comment[end] === '{') depth += 1;
      else if (comment[end] === '}') depth -= 1;
    }
    if (name !== null && nameBehind(comment.slice(end, end + 200)) !== name) continue;
    const type = comment
      .slice(start, end - 1)
      .trim()
      .replace(/=$/u, '')
      .replace(/^[?!.\s]+/u, '');
    const bare = /^\((.*)\)$/u.exec(type)?.[1] ?? type;
    return /^(?:\*|[Oo]bject|[Ff]unction|mixed|)$/u.test(bare) ? null : bare;
  }
  return null;
}

/** `name`, or `[name]` of what may be left out; not `name.field`, which tells of a field. */
function nameBehind(text: string): string | undefined {
  const [, name, next] = /^(?:\[\s*)?([\w$]+)(.?)/su.exec(text.trimStart()) ?? [];
  return next === '.' ? undefined : name;
}
