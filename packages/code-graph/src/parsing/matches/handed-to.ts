import type { Node } from 'web-tree-sitter';
import { functionAround, isMethodOfObject } from './around.ts';
import type { BindingMatch } from './match.ts';
import { placeOf, textOf } from './node-text.ts';

const functionValues = /^(?:arrow_function|function_expression)$/u;

/** What a function is handed to, or declared as, seen from a parameter without a type: what it declares types the parameter. */
export function handedTo(name: Node): Pick<BindingMatch, 'from' | 'text' | 'place'> | undefined {
  if (name.parent?.type === 'closure_parameters') return heldBy(name.parent);
  const { pattern, part } = takenFromParameter(name);
  const parameter = pattern.parent?.type === 'required_parameter' ? pattern.parent : pattern;
  const annotation = part === '' ? null : parameter.childForFieldName('type');
  const inline = annotation && memberType(annotation, part.slice(2));
  if (inline) return { from: 'type', text: textOf(inline) ?? '' };
  const type = textOf(annotation ?? undefined);
  if (type !== null) return { from: 'type', text: type, place: part.slice(1) };
  const list = parameter.parent;
  const isOnly = list?.type === 'arrow_function' && parameter === name;
  const handed = isOnly ? list : list?.type === 'formal_parameters' ? list.parent : null;
  if (!handed || !(functionValues.test(handed.type) || isMethodOfObject(handed))) return undefined;
  const own = `${isOnly ? '0' : placeOf(parameter)}${part}`;
  const { value, path } = objectAround(handed);
  const declared = textOf(declaredType(value));
  if (declared !== null) return { from: 'type', text: declared, place: path + own };
  if (value.parent?.type !== 'arguments') return undefined;
  const text = textOf(value.parent.parent?.childForFieldName('function') ?? undefined);
  return text === null ? undefined : { from: 'made', text, place: `${placeOf(value)}.${path}${own}` };
}

/** The type of a member of a type that is written where it is used: `{ store }: { store: Store }`. */
function memberType(annotation: Node, name: string): Node | null {
  const type = annotation.firstNamedChild;
  if (type?.type !== 'object_type') return null;
  const member = type.namedChildren.find((one) => one.childForFieldName('name')?.text === name);
  return member?.childForFieldName('type') ?? null;
}

/** The pattern of a parameter that a name is taken from, and which part it takes; the name itself where it is the parameter. */
function takenFromParameter(name: Node): { pattern: Node; part: string } {
  const pair = name.parent?.type === 'pair_pattern' ? name.parent : null;
  const pattern = (pair ?? name).parent;
  if (pattern?.type !== 'object_pattern') return { pattern: name, part: '' };
  const key = pair ? (pair.childForFieldName('key')?.text ?? '') : name.text;
  return { pattern, part: `.=${key}` };
}

/** The outermost object literal around a function, and the names that lead from it to the function: `=hooks.=open.`. */
function objectAround(handed: Node): { value: Node; path: string } {
  let [value, path] = [handed, ''];
  for (;;) {
    const pair = value.parent?.type === 'pair' ? value.parent : null;
    const named = isMethodOfObject(value) ? value.childForFieldName('name') : pair?.childForFieldName('key');
    const holder = (pair ?? value).parent;
    if (named?.type !== 'property_identifier' || holder?.type !== 'object') return { value, path };
    path = `=${named.text}.${path}`;
    value = holder;
  }
}

const ofHeld = /^(?:map|and_then|inspect|is_some_and|is_ok_and|is_none_or|filter|map_or)$/u;

/** The parameter of a closure of Rust is what an `Option` or `Result` holds, where a method of theirs takes the closure. */
function heldBy(parameters: Node): Pick<BindingMatch, 'from' | 'text'> | undefined {
  const call = parameters.parent?.parent?.parent;
  const called = call?.type === 'call_expression' ? call.childForFieldName('function') : null;
  const [held, method] = [called?.childForFieldName('value'), called?.childForFieldName('field')];
  if (!held || !method || parameters.namedChildCount !== 1 || !ofHeld.test(method.text)) return undefined;
  return { from: 'held', text: `${textOf(held) ?? ''}.${method.text}` };
}

/** What a variable that holds a function, or a function that returns it, is declared to be or to return. */
function declaredType(held: Node): Node | undefined {
  const holder = held.parent;
  if (holder?.type === 'variable_declarator') return holder.childForFieldName('type') ?? undefined;
  if (holder?.type === 'arrow_function') return holder.childForFieldName('return_type') ?? undefined;
  if (holder?.type !== 'return_statement') return undefined;
  return functionAround(holder)?.childForFieldName('return_type') ?? undefined;
}
