import type { Node } from 'web-tree-sitter';
import { isTestPath } from '../anchoring/anchor.ts';
import type { CodeSymbol } from '../file-index.ts';
import { boundedText } from './bounds.ts';
import { countedValue } from './counted-value.ts';
import { docHead } from './doc-head.ts';
import type { Language } from '../languages/language.ts';
import type { ValueMatch } from './matches/match.ts';
import { routeNames } from './route-names.ts';
import { lastLine, type PlacedSymbol, plainName, signatureOf } from './symbol-tree.ts';

/** A longer value says nothing at a glance. */
const LENGTH_MAX = 120;

/** A value on one line as it is shown; undefined where it is too long for that. */
export function valueText(text: string): string | undefined {
  if (text.length > 4 * LENGTH_MAX) return undefined;
  const line = text.replaceAll('\0', ' ').toWellFormed().replaceAll(/\s+/g, ' ').trim();
  return line === '' || Array.from(line).length > LENGTH_MAX ? undefined : line;
}

/** A constant, property, key, alias of a type or route, with the node of its value. */
export interface PlacedValue {
  symbol: CodeSymbol;
  node: Node;
  value: Node | null;
}

/** Of a file, with a value and without one: a generated list of thousands tells nobody anything. */
const VALUES_MAX = 200;
/** An object of more keys is a table of data. */
const KEYS_MAX = 40;
const NAME_MAX = 200;
/** A value that stands deeper is none of the top level. */
const DEPTH_MAX = 40;
const FUNCTION =
  /^(?:arrow_function|func_literal|lambda|lambda_expression|lambda_literal|closure_expression|anonymous_function|do_block|block_argument|(?:generator_)?function(?:_expression|_declaration|_definition|_item|_body)?|(?:singleton_)?method|method_definition|method_declaration|constructor_declaration|local_function_statement|accessor_declaration|secondary_constructor|anonymous_initializer|init_declaration|static_initializer)$/u;
const UPPER_CASE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/u;
/** Words of a declaration that say that its value stays. */
const FIXED = /^(?:\w+\s+)*(?:const|constexpr|final|readonly)\s/u;

/**
 * Values of a file beside functions and classes that decisions are about: at its top, in its classes, enumerations and
 * objects that are written down, one level deep, and the routes it registers. Variables of functions are none, and of tests
 * only names in capitals count.
 */
export function valueSymbols(
  matches: readonly ValueMatch[],
  {
    file,
    placed,
    source,
    language,
  }: { file: CodeSymbol; placed: readonly PlacedSymbol[]; source: string; language: Language },
): PlacedValue[] {
  const defined = new Set(placed.map(({ node }) => node.id));
  const seen = new Map<string, number>();
  for (const { symbol } of placed) seen.set(symbol.qualifiedName, (seen.get(symbol.qualifiedName) ?? 0) + 1);
  const isTest = isTestPath(file.key);
  const keys = Map.groupBy(
    matches.filter(({ kind }) => kind === 'key'),
    ({ node }) => node.parent?.id,
  );
  const routes = routeNames(matches);
  const values: PlacedValue[] = [];
  const taken = new Set<string>();
  const open: PlacedSymbol[] = [];
  const room = new Map<boolean, number>();
  let next = 0;
  for (const match of [...matches].sort((a, b) => a.node.startIndex - b.node.startIndex)) {
    const { node, kind, value } = match;
    for (let one = placed[next]; one && one.start <= node.startIndex; one = placed[(next += 1)])
      open.push(one);
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= node.startIndex) open.pop();
    const left = room.get(value === null) ?? VALUES_MAX;
    if (left === 0) continue;
    const route = routes.get(match);
    const name = boundedText(route?.path ?? nameOf(match), NAME_MAX);
    const place = `${node.startIndex}:${name}`;
    if (name === '' || taken.has(place) || defined.has(node.id)) continue;
    // Other names of types in C and C++ lead to what is called, in tests too.
    const isAlias = kind === 'type' && language.family === 'c';
    if (isTest && !isAlias && !(kind === 'constant' && UPPER_CASE.test(name))) continue;
    if (kind === 'key' && (keys.get(node.parent?.id)?.length ?? 0) > KEYS_MAX) continue;
    if (kind !== 'route' && isLocal(node)) continue;
    taken.add(place);
    const around = route ? undefined : open.findLast(({ node: of }) => of.id !== node.id)?.symbol;
    const qualifiedName = boundedText(
      route ? `${route.verb} ${name}` : [around?.qualifiedName, match.owner, name].filter(Boolean).join('.'),
      4 * NAME_MAX,
    );
    const ordinal = (seen.get(qualifiedName) ?? 0) + 1;
    seen.set(qualifiedName, ordinal);
    const signature = signatureOf(node, source, value);
    // `URL` of a structure is a name in capitals, too, and has no value.
    const isConstant = (value && UPPER_CASE.test(name)) || FIXED.test(signature);
    const shown =
      kind === 'type' || kind === 'route'
        ? undefined
        : valueText(countedValue(match) ?? (value ? plain(value) : ''));
    room.set(value === null, left - 1);
    values.push({
      node,
      value,
      symbol: {
        key: `${file.key}#${qualifiedName}${ordinal === 1 ? '' : `~${ordinal}`}`,
        kind: kind === 'property' && isConstant ? 'constant' : kind,
        name,
        qualifiedName,
        className: null,
        parent: around?.key ?? file.key,
        startLine: node.startPosition.row + 1,
        endLine: lastLine(node),
        signature,
        doc: docHead(node),
        returns: null,
        ...(shown === undefined ? {} : { value: shown }),
      },
    });
  }
  return values;
}

const nameOf = ({ name }: ValueMatch): string => plainName(name.replace(/^[:$]/u, ''));

function isLocal(node: Node): boolean {
  let depth = 0;
  for (let at = node.parent; at; at = at.parent) {
    depth += 1;
    if (depth > DEPTH_MAX || FUNCTION.test(at.type)) return true;
  }
  return false;
}

/** How a comment begins, in any language: to look for them takes longer than all else. */
const COMMENT = /[#/]|--|=begin/u;

/** The text of a value without comments that stand in it. */
function plain(value: Node): string {
  if (value.endIndex - value.startIndex > 1_000) return value.text.slice(0, 1_000);
  const { text: whole } = value;
  if (!COMMENT.test(whole)) return whole;
  const comments = value.descendantsOfType(['comment', 'line_comment', 'block_comment']);
  return comments.reduce((text, comment) => text.replace(comment.text, ' '), whole);
}
