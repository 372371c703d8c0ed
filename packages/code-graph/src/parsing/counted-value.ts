import type { Node } from 'web-tree-sitter';
import type { ValueMatch } from './matches/match.ts';

/** Members of an enumeration that have values by their place. */
const MEMBER =
  /^(?:enumerator|enum_member_declaration|enum_assignment|property_identifier|enum_variant|enum_entry)$/u;
/** Of more, looking through all of them for each would take seconds. */
const MEMBERS_MAX = 250;
const WHOLE = /^-?\d{1,15}$/u;
/** Rust counts for whoever asks for the representation; else the number of a variant means nothing. */
const REPRESENTED = /\brepr\b/u;
const INTEGER = /^U?Int(?:8|16|32|64)?$/u;
const AUTO = /^(?:\w+\.)?auto\(\)$/u;
const ENUMERATION = /\b(?:Int)?(Enum|Flag)\b/u;

/** The number of a constant or member that says none, or says `iota` or `auto()`: it changes with its place. */
export function countedValue({ node, value, name }: ValueMatch): string | undefined {
  if (node.type === 'const_spec') return valueOfSpec(node);
  if (value && AUTO.test(value.text)) return isFew(node.parent) ? automatic(node) : undefined;
  if (node.type === 'enum_entry') return isFew(node) ? rawValue(node, name) : undefined;
  if (value || !MEMBER.test(node.type) || !node.parent?.type.startsWith('enum')) return undefined;
  if (node.type === 'enum_variant' && !(isFew(node) && isCounted(node.parent))) return undefined;
  return placeInEnumeration(node);
}

const isFew = (node: Node | null): boolean => (node?.parent?.namedChildCount ?? 0) <= MEMBERS_MAX;

/** One more than that before it. */
function placeInEnumeration(node: Node): string {
  let place = 0;
  for (let before = node.previousNamedSibling; before; before = before.previousNamedSibling) {
    if (!MEMBER.test(before.type)) continue;
    place += 1;
    const given = before.childForFieldName('value')?.text;
    if (given !== undefined) return later(given, place);
  }
  return `${place}`;
}

const later = (given: string, places: number): string =>
  WHOLE.test(given) ? `${Number(given) + places}` : places === 0 ? given : `${given} + ${places}`;

/** Of variants that carry nothing, where one has a number or the enumeration says how numbers are kept. */
function isCounted(variants: Node): boolean {
  const all = variants.namedChildren.filter(({ type }) => type === 'enum_variant');
  if (all.some((variant) => variant.childForFieldName('body'))) return false;
  if (all.some((variant) => variant.childForFieldName('value'))) return true;
  let at = variants.parent?.previousNamedSibling;
  for (; at && /attribute|comment/u.test(at.type); at = at.previousNamedSibling)
    if (REPRESENTED.test(at.text)) return true;
  return false;
}

/** Of Swift, where an enumeration has whole numbers: several cases may stand in one entry. */
function rawValue(entry: Node, name: string): string | undefined {
  const inherited = entry.parent?.parent?.namedChildren.filter(
    ({ type }) => type === 'inheritance_specifier',
  );
  if (!inherited?.some(({ text }) => INTEGER.test(text))) return undefined;
  let next = '0';
  for (const { type, namedChildren } of entry.parent?.namedChildren ?? []) {
    if (type !== 'enum_entry') continue;
    for (const [at, child] of namedChildren.entries()) {
      if (child.type !== 'simple_identifier') continue;
      const given = namedChildren[at + 1];
      const own = given && given.type !== 'simple_identifier' ? given.text : next;
      if (child.text === name) return own;
      next = later(own, 1);
    }
  }
  return undefined;
}

/** Of Go, where a constant without an expression repeats that before it, and `iota` is its place. */
function valueOfSpec(spec: Node): string | undefined {
  let place = 0;
  let given: Node | null = spec.childForFieldName('value');
  for (let before = spec.previousNamedSibling; before; before = before.previousNamedSibling) {
    if (before.type !== 'const_spec') continue;
    place += 1;
    given ??= before.childForFieldName('value');
  }
  if (!given || given.namedChildCount !== 1 || spec.childrenForFieldName('name').length > 1) return undefined;
  return computed(given.text.replaceAll(/\biota\b/gu, `${place}`));
}

function computed(text: string): string {
  const [, a = '', operator, b = ''] = /^(\d{1,9}) ?(\+|-|\*|<<) ?(\d{1,2})$/u.exec(text) ?? [];
  const [left, right] = [Number(a), Number(b)];
  if (operator === '+') return `${left + right}`;
  if (operator === '-') return `${left - right}`;
  if (operator === '*') return `${left * right}`;
  return operator === '<<' ? `${left * 2 ** right}` : text;
}

/** Of Python: one more than that before it, from 1 on; of flags twice. */
function automatic(assignment: Node): string | undefined {
  const body = assignment.parent?.parent;
  const of = body?.parent?.childForFieldName('superclasses')?.text ?? '';
  const [, kind] = ENUMERATION.exec(of) ?? [];
  if (kind === undefined || body?.text.includes('_generate_next_value_')) return undefined;
  let place = 0;
  for (let at = assignment.parent?.previousNamedSibling; at; at = at.previousNamedSibling) {
    const given = at.firstNamedChild?.type === 'assignment' && at.firstNamedChild.childForFieldName('right');
    if (!given) continue;
    place += 1;
    if (AUTO.test(given.text)) continue;
    return kind === 'Enum' && WHOLE.test(given.text) ? later(given.text, place) : undefined;
  }
  return kind === 'Flag' ? `${2 ** place}` : `${place + 1}`;
}
