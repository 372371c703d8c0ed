import type { Node } from 'web-tree-sitter';

/** The syntax of a file as a list of words, and where in it each node that was asked for stands. */
export interface TreeTokens {
  tokens: string[];
  /** First and behind the last token of a node, by its id. */
  ranges: ReadonlyMap<number, readonly [number, number]>;
  /** Where time ran out the list ends early, and tells nothing. */
  isCut: boolean;
}

const CLOSING = new Set([')', ']', '}', '>']);
const QUOTE = /^(?<prefix>[a-zA-Z]{0,2})(?<quotes>'|''')$/;

const NAME = /^(?:(?:shorthand_)?(?:property_|type_|field_)?identifier|string_fragment|number)$/u;

/** How nodes of a type are read, which is asked for each of millions. */
const typeOf = (name: string, isNamed: boolean, root: string) => ({
  name,
  isNamed,
  // A mark of the grammar, which has nothing in it: several words may be nodes of their own.
  isWord: !isNamed && !name.includes(' '),
  isSkipped: name === ';' || name === 'line_continuation' || name.includes('comment'),
  // It has nothing in it, but for a name of C#, which may be a word of the language.
  isName: isNamed && NAME.test(name) && root !== 'compilation_unit',
  // Brackets for clarity or line breaks mean the same as none.
  isGrouping: name === 'parenthesized_expression' || name === 'parenthesized_statements',
  isBracket: name === '(' || name === ')',
  // Its first statement may be a docstring.
  isBlock: name === 'block' || name === 'module',
  opening: `⟨${name}`,
});
type TypeOf = ReturnType<typeof typeOf>;

/** By the names of all types of a grammar. */
const typesOf = new WeakMap<readonly string[], Map<number, TypeOf>>();

/** Nodes between two looks at the clock. */
const STRIDE = 4_096;

/**
 * Reads a tree without what formatters and writers of comments change: white space, comments, docstrings, the kind of quotes,
 * commas before a closing bracket, semicolons, brackets around an expression. What stands in what is kept, as indentation says
 * it in Python.
 * @param wanted nodes whose place is asked for
 */
export function readTokens(
  root: Node,
  source: string,
  { wanted, isLate }: { wanted: readonly Node[]; isLate: () => boolean },
): TreeTokens {
  const cursor = root.walk();
  // Each question to the cursor costs more than all else that is done with a node, so few are asked.
  const ids = new Set(wanted.map(({ id }) => id));
  const starts = new Set(wanted.map(({ startIndex }) => startIndex));
  const names = root.tree.language.types;
  const types = typesOf.get(names) ?? new Map<number, TypeOf>();
  typesOf.set(names, types);
  const typeHere = (): TypeOf => {
    const id = cursor.nodeTypeId;
    const known = types.get(id) ?? typeOf(names[id] ?? 'ERROR', cursor.nodeIsNamed, root.type);
    types.set(id, known);
    return known;
  };
  const tokens: string[] = [];
  const ranges = new Map<number, readonly [number, number]>();
  const open: { id: number | undefined; type: TypeOf; start: number; end: number; hasStatement: boolean }[] =
    [];
  let [visited, isCut] = [0, false];
  /** Behind what was read last. */
  let readTo = root.startIndex;

  /** Some grammars have no node for the text around escapes: it counts all the same. */
  const readUpTo = (place: number) => {
    if (place <= readTo) return;
    const between = source.slice(readTo, place).trim();
    if (between !== '') tokens.push(between);
    readTo = place;
  };
  const push = (token: string) => {
    if (CLOSING.has(token) && tokens.at(-1) === ',') tokens.pop();
    tokens.push(token.endsWith("'") ? token.replace(QUOTE, unified) : token);
  };
  const close = () => {
    const node = open.pop();
    if (!node) return;
    readUpTo(node.end);
    if (isMarked(node.type)) tokens.push('⟩');
    if (node.id !== undefined) ranges.set(node.id, [node.start, tokens.length]);
  };
  /** @returns whether the node was entered */
  const visit = (): boolean => {
    const type = typeHere();
    const start = cursor.startIndex;
    readUpTo(start);
    const parent = open.at(-1);
    if (type.isSkipped || (type.isBracket && parent?.type.isGrouping === true)) {
      readTo = cursor.endIndex;
      return false;
    }
    if (type.isWord && !starts.has(start) && source.startsWith(type.name, start)) {
      readTo = start + type.name.length;
      push(type.name);
      return false;
    }
    const nodeId = starts.has(start) ? cursor.nodeId : undefined;
    const id = nodeId !== undefined && ids.has(nodeId) ? nodeId : undefined;
    const isFirst = type.isNamed && parent?.hasStatement === false;
    if (parent && type.isNamed) parent.hasStatement = true;
    const end = cursor.endIndex;
    if (type.isName || !cursor.gotoFirstChild()) {
      readTo = end;
      const text = type.isNamed ? source.slice(start, end) : type.name;
      const at = tokens.length;
      if (text !== '') push(text);
      if (id !== undefined) ranges.set(id, [at, tokens.length]);
      return false;
    }
    // A docstring: the first statement of a block, a string and nothing else.
    if (isFirst && type.name === 'expression_statement' && cursor.nodeType === 'string') {
      const isAlone = !cursor.gotoNextSibling();
      cursor.gotoParent();
      if (isAlone) {
        readTo = end;
        return false;
      }
      cursor.gotoFirstChild();
    }
    open.push({ id, type, start: tokens.length, end, hasStatement: !type.isBlock });
    if (isMarked(type)) tokens.push(type.opening);
    return true;
  };

  try {
    let isEntered = visit();
    while (open.length > 0) {
      visited += 1;
      if (visited % STRIDE === 0 && isLate()) {
        isCut = true;
        break;
      }
      if (isEntered || cursor.gotoNextSibling()) isEntered = visit();
      else {
        cursor.gotoParent();
        close();
      }
    }
  } finally {
    cursor.delete();
  }
  return { tokens, ranges, isCut };
}

const isMarked = ({ isNamed, isGrouping }: TypeOf): boolean => isNamed && !isGrouping;

const unified = (quote: string): string => quote.replaceAll("'", '"').toLowerCase();
